/** Documents of one name and what their children are called. */
export interface JoinRelation {
  readonly parent: string;
  readonly children: readonly string[];
  /** Full name of the field that holds the id of the parent, with the children and with itself. */
  readonly ids: string;
}

/** Which documents of an index are parents of which, by the names that a field of the type `join` gives them. */
export interface JoinRelations {
  /** Full name of the field that holds the name of each document. */
  readonly field: string;
  readonly relations: readonly JoinRelation[];
}

/** The relation in which documents of the name are parents. */
export function relationOfParent(join: JoinRelations, name: string): JoinRelation | undefined {
  return join.relations.find(({ parent }) => parent === name);
}

/** The relation in which documents of the name are children. */
export function relationOfChild(join: JoinRelations, name: string): JoinRelation | undefined {
  return join.relations.find(({ children }) => children.includes(name));
}
