import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A modal dialog. What is in it exists only while it is open. */
export const Dialog = ({ title, isOpen, onOpenChange, children }: DialogProps) => (
  <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
    <BaseDialog.Portal>
      <BaseDialog.Backdrop className="backdrop" />
      <BaseDialog.Popup className="dialog stack">
        <BaseDialog.Title>{title}</BaseDialog.Title>
        {children}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
);
