import { Fragment, type ReactNode } from 'react';

/** A setting as it is shown. */
export interface Setting {
  readonly label: string;
  readonly value: ReactNode;
}

interface SettingsProps {
  /** The id of the record, which is shown last. Default: not shown. */
  readonly id?: string;
  /** False for a setting that the resource does not have. */
  readonly settings: readonly (Setting | false)[];
}

export const Settings = ({ id, settings }: SettingsProps) => (
  <dl className="settings">
    {settings.map(
      (setting) =>
        setting && (
          <Fragment key={setting.label}>
            <dt>{setting.label}</dt>
            <dd>{setting.value}</dd>
          </Fragment>
        ),
    )}
    {id !== undefined && (
      <>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </>
    )}
  </dl>
);
