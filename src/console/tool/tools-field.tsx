import { type ToolsQuery, useToolsByIdsQuery, useToolsQuery } from '../../hooks/index.ts';
import { ManyPicker, type ManyPickerFieldProps, usePicker } from '../shell/picker.tsx';

function useSelectedTools(ids: readonly string[]) {
  const { data } = useToolsByIdsQuery({ ids: [...ids] }, { enabled: ids.length > 0 });
  return data?.toolsByIds?.flatMap((tool) => tool ?? []);
}

export function ToolsField(props: ManyPickerFieldProps) {
  const picker = usePicker({
    ids: props.value,
    useList: useToolsQuery,
    read: ({ tools }: ToolsQuery) => tools,
    useSelected: useSelectedTools,
  });
  return <ManyPicker legend="Tools" noun="Tool" picker={picker} {...props} />;
}
