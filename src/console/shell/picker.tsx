import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Input, TextField } from './controls.tsx';
import { Picture } from './display.tsx';
import { Failure } from './failure.tsx';
import { type ControlProps, type FormField, withControl } from './fields.ts';
import { capitalize, nameRecord } from './format.tsx';
import { getRoot, useDebouncedValue, useList, useMissingPart, useOperation } from './operations.ts';
import { Loading, Pager } from './page.tsx';
import type { Pickable, Summary } from './resource.ts';

const PER_PAGE = 8;

const GONE = 'It no longer exists.';

interface Identified {
  readonly id: string;
}

/** Searches and pages a list, and reads what is selected but not on the page. The search follows the text after 200 ms. */
function usePicker<Item extends Identified>(kind: Pickable<Item>, ids: readonly string[]) {
  const [{ text, page }, setState] = useState({ text: '', page: 1 });
  const search = useDebouncedValue(text).trim() || null;
  const list = useList(kind, { page, first: PER_PAGE, search });
  const listed = list.found?.nodes ?? [];
  const lacks = (items: readonly Identified[]) => (id: string) =>
    !items.some((one) => one.id === id);
  const unlistedIds = list.found ? ids.filter(lacks(listed)) : [];
  const { data } = useOperation(
    kind.byIds,
    unlistedIds.length > 0 ? { ids: unlistedIds } : skipToken,
  );
  const unlisted = data && getRoot(data)?.filter((item) => item !== null);
  return {
    ...list,
    text,
    /** Sets the text and goes back to the first page. */
    setText: (newText: string) => setState({ text: newText, page: 1 }),
    page,
    setPage: (newPage: number) => setState({ text, page: newPage }),
    lastPage: list.found ? (list.lastPage ?? page + 1) : 1,
    listed,
    /** What is selected and not on the page, then the page. */
    items: [...(unlisted ?? []), ...listed],
    /** Ids of what is selected and does not exist. */
    missingIds: unlisted ? unlistedIds.filter(lacks(unlisted)) : [],
  };
}

interface PickerProps<Item> extends ControlProps<string | readonly string[]> {
  readonly kind: Pickable<Item>;
  /** Label of the choice without an id. Default: there is none. */
  readonly defaultLabel?: string | undefined;
}

/**
 * A searched list to select a record from, or several if the value is a list, with pages: tiles with pictures, or rows. A
 * field for ids if the upstream has no such list, or only a part of it. What no longer exists can be removed.
 */
function Picker<Item extends Identified>(props: PickerProps<Item>) {
  const { kind, path, label, value, issues, defaultLabel } = props;
  const isMany = typeof value !== 'string';
  const ids = isMany ? value : [value].filter((one) => one !== '');
  const onChange = (chosen: readonly string[]) =>
    props.onChange(isMany ? chosen : (chosen[0] ?? ''));
  const picker = usePicker(kind, ids);
  const { text, setText, page, setPage, error, listed } = picker;
  const missingPart = useMissingPart(kind);
  const renderIds = (at: string, hint: string) => (
    <TextField
      {...{ path: at, hint, issues }}
      label={`${capitalize(kind.noun)} ${isMany ? 'ids, separated by commas' : 'id'}`}
      isCode
      value={ids.filter((one) => !listed.some(({ id }) => id === one)).join(',')}
      onChange={(typed) => onChange(typed === '' ? [] : typed.split(',').map((one) => one.trim()))}
    />
  );
  if (error?.code === 'NOT_SUPPORTED') return renderIds(path, error.message);
  const choose = (chosen: string, isChosen: boolean) => {
    const others = isMany ? ids.filter((other) => other !== chosen) : [];
    onChange(isChosen && chosen ? [...others, chosen] : others);
  };
  const renderInput = (chosen: string) => (
    <input
      type={isMany ? 'checkbox' : 'radio'}
      name={`${path}-choice`}
      checked={chosen === '' ? ids.length === 0 : ids.includes(chosen)}
      onChange={({ target }) => choose(chosen, target.checked)}
    />
  );
  const missing = picker.missingIds.map((one) => [one, { name: one, description: GONE }] as const);
  const standard = defaultLabel ? [['', { name: defaultLabel }] as const] : [];
  const choices: readonly (readonly [id: string, Summary])[] = [
    ...(isMany ? missing : standard),
    ...picker.items.map((item) => [item.id, kind.summarize(item)] as const),
  ];
  return (
    <fieldset className="field" data-required={props.isRequired || undefined}>
      <legend>{label}</legend>
      <Field path={path} label={`Search ${label.toLowerCase()}`} issues={issues}>
        <Input
          path={path}
          type="search"
          value={text}
          placeholder="Search by name"
          onChange={setText}
        />
      </Field>
      {error && <Failure error={error} onRetry={picker.refetch} />}
      {!picker.data && !error && <Loading what="the list" />}
      {!isMany && missing.length > 0 && <p className="issue">No {kind.noun} has this id.</p>}
      <ul className={kind.hasPictures ? 'choices' : 'rows'}>
        {choices.map(([one, { name, badge, description, imageUrl, controls }]) =>
          kind.hasPictures ? (
            <li key={one}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a child. */}
              <label className="choice">
                {renderInput(one)}
                <Picture src={imageUrl} name={one === '' ? '∗' : name} />
                <span>{nameRecord(name)}</span>
              </label>
            </li>
          ) : (
            <li key={one} className="option">
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is a child. */}
              <label className="check">
                {renderInput(one)}
                <span>
                  {nameRecord(name)} {badge && <span className="badge">{badge}</span>}
                  {description && <span className="description"> {description}</span>}
                </span>
              </label>
              {controls}
            </li>
          ),
        )}
      </ul>
      {picker.data && listed.length === 0 && (
        <p className="empty">{text ? `No name contains “${text}”.` : 'There are none yet.'}</p>
      )}
      <Pager
        label={`Pages of ${label.toLowerCase()}`}
        page={page}
        lastPage={picker.lastPage}
        onChange={setPage}
      />
      {missingPart && renderIds(`${path}-id`, missingPart)}
    </fieldset>
  );
}

/** Creates the view of a field that selects a record. */
export const withPicker = <Item extends Identified>(
  kind: Pickable<Item>,
  defaultLabel?: string,
): Partial<FormField> => ({
  label: kind.label ?? capitalize(kind.noun),
  ...withControl<string | readonly string[]>({
    Control: (props) => <Picker {...props} {...{ kind, defaultLabel }} />,
  }),
});

/** Creates the view of a field that selects several records. */
export const withManyPicker = <Item extends Identified>(
  kind: Pickable<Item>,
): Partial<FormField> => ({
  label: `${capitalize(kind.noun)}s`,
  ...withControl<string | readonly string[]>({
    Control: (props) => <Picker {...props} kind={kind} />,
    toDraft: (saved) => (Array.isArray(saved) ? saved.map(String) : []),
  }),
});
