import type { KnowledgeGroupsQuery } from '../../hooks/index.ts';
import { ManyPicker, type ManyPickerFieldProps, usePicker } from '../shell/picker.tsx';
import { findGroups, useGroups } from './find-groups.ts';

const useSelectedGroups = (ids: readonly string[]) =>
  useGroups().data?.knowledgeGroups?.filter(({ id }) => ids.includes(id));

export function GroupsField(props: ManyPickerFieldProps) {
  const picker = usePicker({
    ids: props.value,
    useList: useGroups,
    read: ({ knowledgeGroups }: KnowledgeGroupsQuery, variables) =>
      findGroups(knowledgeGroups, variables),
    useSelected: useSelectedGroups,
  });
  return <ManyPicker legend="Knowledge groups" noun="Knowledge group" picker={picker} {...props} />;
}
