import type { ReactNode } from 'react';
import type { TypedDocument } from '../../hooks/index.ts';
import type { FormField } from './fields.ts';

/** What lists and pickers show of a record. */
export interface Summary {
  readonly name: string | null;
  /** Whether the name is code. Default false. */
  readonly isCode?: boolean;
  readonly badge?: ReactNode;
  /** Color of the badge. */
  readonly tone?: 'good' | 'bad' | '';
  readonly description?: ReactNode;
  readonly imageUrl?: string | null | undefined;
  /** Controls beside the record. */
  readonly controls?: ReactNode;
}

/** The variables that select a page of a list. */
export interface ListVariables {
  readonly page: number;
  readonly first: number;
  /** Absent if the list cannot be searched. */
  readonly search?: string | null;
}

/** A page of a list. */
export interface ListResult<Item> {
  readonly nodes: readonly Item[];
  /** Null if the service does not report it. */
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** Records as lists and pickers show them. */
export interface Kind<Item> {
  /** One of them, such as `tool`. */
  readonly noun: string;
  /** What the list is called. */
  readonly title: string;
  /** What a field is called that selects one. Default: the noun. */
  readonly label?: string;
  /** First part of the paths of its pages. `src/server/pages/console.ts` serves those of the contract's resources. */
  readonly path: string;
  /** Whether a list shows their pictures. Default false. */
  readonly hasPictures?: boolean;
  readonly list: TypedDocument<Readonly<Record<string, ListResult<Item> | null>>, ListVariables>;
  readonly byIds?: TypedDocument<
    Readonly<Record<string, readonly (Item | null)[] | null>>,
    { readonly ids: string[] }
  >;
  /** Further variables that leave out what the service has for everybody, if the API lists that for every upstream. */
  readonly own?: object;
  readonly summarize: (item: Item) => Summary;
}

/** Records that forms of others select. */
export type Pickable<Item> = Kind<Item> & Required<Pick<Kind<Item>, 'byIds'>>;

/** What the page of a record shows. */
interface View {
  readonly title: string | null;
  readonly lead?: ReactNode;
  readonly picture?: ReactNode;
  /** Whether the settings are beside the content, as a picture is, because the content is long. Default false. */
  readonly isLong?: boolean;
  /** By label, in the order of the page; nothing for a setting that the record does not have. */
  readonly settings: Readonly<Record<string, ReactNode>>;
  /** Default true. */
  readonly canEdit?: boolean;
  /** Default true. */
  readonly canDelete?: boolean;
  /** What else the deletion affects. */
  readonly warning?: string;
  readonly actions?: ReactNode;
  /** What follows the settings. */
  readonly content?: ReactNode;
}

/** How records are created. */
export interface Creation<Created> {
  readonly document: TypedDocument<Created, never>;
  readonly fields: readonly FormField[];
  readonly lead: string;
  /** Returns the values to start with, from the address of the page. Default: none. */
  readonly getValues?: (params: URLSearchParams) => object;
  /** Shows what is not on the page of the record. Default: the form leads to that page. */
  readonly renderCreated?: (data: Created) => ReactNode;
}

/** How a record is changed, by a form on its page. */
interface Change<Shown> {
  readonly document: TypedDocument<object, never>;
  readonly fields: readonly FormField[];
  /** Heading of the form. Default: none. */
  readonly title?: string;
  /** Returns what the form edits of a record. Default: its fields of the same names. */
  readonly toSaved?: (record: Shown) => object;
}

/** Records with their list, their pages and their forms. */
export interface Resource<Item, Shown, Created> extends Kind<Item> {
  /** What the list says of its records. */
  readonly lead: ReactNode;
  /** Default: `Search by name`; null if the list cannot be searched. */
  readonly searchLabel?: string | null;
  /** Variables of the list that filter it. */
  readonly filters?: readonly FormField[];
  /** Whether a record may be found by id although there is no list. Default false. */
  readonly canOpenById?: boolean;
  /** Whether records can be created without a list. Default false. */
  readonly canCreateUnlisted?: boolean;
  /** Further links beside the title of the list. */
  readonly listActions?: ReactNode;
  /** Shows the records of a page of the list. Default: each by its summary. */
  readonly renderItems?: (items: readonly Item[]) => ReactNode;
  /** Default: records are not created. */
  readonly create?: Creation<Created>;
  readonly record: TypedDocument<Readonly<Record<string, Shown | null>>, { readonly id: string }>;
  /** The query for what the upstream returned: one record with fields of JSON. */
  readonly raw: TypedDocument<Readonly<Record<string, object | null>>, { readonly id: string }>;
  /** The wait until a record that changes by itself is read again, in milliseconds. Default: it does not change. */
  readonly getInterval?: (record: Shown) => number | false;
  /** Shows a record. Fields of one that is not complete failed, and are null. */
  readonly show: (record: Shown, isComplete: boolean) => View;
  readonly change?: Change<Shown>;
  /** Default: records are not deleted. */
  readonly remove?: TypedDocument<unknown, { readonly id: string }>;
}

/** Infers the types of a resource from its documents. */
export const defineResource = <Item, Shown, Created extends object, More extends object>(
  resource: Resource<Item, Shown, Created> & More,
): Resource<Item, Shown, Created> & More => resource;

/** The same of records whose pages are defined elsewhere. */
export const defineKind = <Item>(kind: Pickable<Item>): Pickable<Item> => kind;
