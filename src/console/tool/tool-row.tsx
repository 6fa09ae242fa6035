import type { ToolFieldsFragment } from '../../hooks/index.ts';
import { Entry } from '../shell/entry.tsx';

/** A tool in a list. */
export function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
  const { id, name, type, description } = tool;
  const badge = type?.toLowerCase().replaceAll('_', ' ');
  return <Entry section="tools" isCode {...{ id, name, badge, description }} />;
}
