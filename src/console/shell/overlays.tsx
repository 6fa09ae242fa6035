import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

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

/** An item leads to a page of the console, to another page, or does something. */
export type MenuAction = {
  readonly label: string;
  /** Whether it is the current page. Default false. */
  readonly isCurrent?: boolean;
} & (
  | { readonly to: string }
  | { readonly href: string }
  | { readonly onSelect: () => void; readonly isDangerous?: boolean }
);

function Item({ action }: { readonly action: MenuAction }) {
  const { label, isCurrent = false } = action;
  if ('onSelect' in action) {
    const className = action.isDangerous ? 'bad' : undefined;
    return (
      <BaseMenu.Item className={className} onClick={action.onSelect}>
        {label}
      </BaseMenu.Item>
    );
  }
  const current = isCurrent ? ({ 'aria-current': 'page' } as const) : {};
  // biome-ignore lint/a11y/useAnchorContent: the item gives the link its content.
  const link = 'to' in action ? <Link href={action.to} /> : <a href={action.href} />;
  return (
    <BaseMenu.LinkItem closeOnClick render={link} {...current}>
      {label}
    </BaseMenu.LinkItem>
  );
}

interface MenuProps {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly actions: readonly MenuAction[];
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button that opens a list of links and actions. */
export const Menu = ({ label, className = 'plain', actions, children }: MenuProps) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger className={className} aria-label={label}>
      {children}
    </BaseMenu.Trigger>
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="menu-place" align="end" sideOffset={6}>
        <BaseMenu.Popup className="menu panel">
          {actions.map((action) => (
            <Item key={action.label} action={action} />
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
