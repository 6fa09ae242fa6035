import type { ToolFieldsFragment } from '../../hooks/index.ts';
import { Entry } from '../shell/entry.tsx';
import { formatValue } from '../shell/format-value.ts';

/** A tool in a list. */
export function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
  const { id, name, type, description } = tool;
  const badge = type && formatValue(type);
  return <Entry section="tools" isCode {...{ id, name, badge, description }} />;
}
