import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Menu as BaseMenu } from '@base-ui/react/menu';
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
      <BaseDialog.Popup className="dialog panel stack">
        <BaseDialog.Title>{title}</BaseDialog.Title>
        {children}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
);

/** An item of a menu: it renders a link, or is clicked. */
export type MenuAction = { readonly label: string } & BaseMenu.Item.Props;

interface MenuProps {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly actions: readonly MenuAction[];
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button that opens a list of links and actions. */
export const Menu = ({ label, className, actions, children }: MenuProps) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger className={className} aria-label={label}>
      {children}
    </BaseMenu.Trigger>
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="menu-place" align="end" sideOffset={6}>
        <BaseMenu.Popup className="menu panel">
          {actions.map((action) => (
            <BaseMenu.Item key={action.label} {...action}>
              {action.label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
