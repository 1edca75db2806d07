import type { TableRow } from './index.ts';
import type { commonParams, Family, Route } from './route.ts';

/** What the rows say, as types: handlers are typed by the name of their row. */
export type RouteName = TableRow['name'];
export type BackendRouteName<Of extends Family = Family> = NameOf<'backend', Of>;
export type ServiceRouteName<Of extends Family = Family> = NameOf<'service', Of>;
type NameOf<By extends Route['answeredBy'], Of extends Family> = Extract<
  TableRow,
  { readonly answeredBy: By; readonly family: Of }
>['name'];

interface ValueOfType {
  readonly boolean: boolean;
  readonly bytes: number;
  readonly int: number;
  readonly list: readonly string[];
  readonly number: number;
  readonly string: string;
  readonly time: number;
}

type ValueOf<Spec> = Spec extends { readonly type: 'enum'; readonly values: readonly (infer Word)[] }
  ? Word
  : Spec extends { readonly type: keyof ValueOfType }
    ? ValueOfType[Spec['type']]
    : never;

type ValuesOf<Specs> = { readonly [Name in keyof Specs]?: ValueOf<Specs[Name]> };

type RowOf<Name extends RouteName> = Extract<TableRow, { readonly name: Name }>;
type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;
type AtEach<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type Joined<Union> = { readonly [Key in KeysOfEach<Union>]: AtEach<Union, Key> };

/**
 * The query parameters of a row, checked and typed; absent = not given. Of several rows, which share a handler:
 * those of each.
 */
export type ParamsOf<Name extends RouteName> = ValuesOf<Joined<RowOf<Name>['params']>> &
  ValuesOf<typeof commonParams>;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type PathsWithout<Path, Name> = Path extends unknown ? (Name extends NamesIn<Path> ? never : Path) : never;
type NamesInEach<Path> = {
  [Name in NamesIn<Path>]: [PathsWithout<Path, Name>] extends [never] ? Name : never;
}[NamesIn<Path>];

/** The names in braces: those that every path of the row has are there, the others may be. */
export type PathParamsOf<Name extends RouteName> = PathValues<RowOf<Name>['paths'][number]>;
type PathValues<Path> = { readonly [Name in NamesInEach<Path>]: string } & {
  readonly [Name in NamesIn<Path>]?: string;
};
