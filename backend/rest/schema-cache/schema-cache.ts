// What the REST service knows of the database: relations, their relationships, functions, types, role settings.
// Plain data, replaced as a whole when the database changes; every identifier in a query comes from here.

export interface Column {
  name: string;
  /** The type without its modifier, as format_type writes it: `character varying`. */
  type: string;
  /** The type with its modifier, ready to stand in SQL: `character varying(20)`. */
  definition: string;
  isJson: boolean;
  isNullable: boolean;
  default: string | null;
  isGenerated: boolean;
  maxLength: number | null;
  description: string | null;
  enumValues: string[] | null;
}

export interface Relation {
  schema: string;
  name: string;
  isView: boolean;
  columns: Map<string, Column>;
  primaryKey: string[];
  isInsertable: boolean;
  isUpdatable: boolean;
  isDeletable: boolean;
  description: string | null;
  /** `schema.name` of every table that its rows come from: itself, or what a view reads. */
  sources: string[];
}

export interface RelationName {
  schema: string;
  name: string;
}

interface Junction {
  relation: RelationName;
  originConstraint: string;
  targetConstraint: string;
  originColumns: [origin: string, junction: string][];
  targetColumns: [target: string, junction: string][];
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

export interface ForeignKeyRelationship {
  kind: 'foreign-key';
  origin: RelationName;
  target: RelationName;
  cardinality: Cardinality;
  isSelf: boolean;
  isTargetView: boolean;
  /** The constraint's name; of a junction, none: see `junction`. */
  constraint: string;
  /** Whether the foreign key is on the origin's side; distinguishes the two directions of a one-to-one. */
  isOriginReferencing: boolean;
  columns: [origin: string, target: string][];
  junction?: Junction;
}

interface ComputedRelationship {
  kind: 'computed';
  origin: RelationName;
  target: RelationName;
  routine: RelationName;
  isToOne: boolean;
  isSelf: boolean;
}

export type Relationship = ForeignKeyRelationship | ComputedRelationship;

export interface RoutineParameter {
  name: string;
  type: string;
  isRequired: boolean;
  isVariadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  description: string | null;
  parameters: RoutineParameter[];
  returns: {
    isSet: boolean;
    kind: 'void' | 'scalar' | 'composite' | 'record';
    type: string;
    /** The relation whose rows it gives, when its type is that of a table or a view. */
    relation: RelationName | null;
    /** Columns of an anonymous result: `returns table (...)` or out parameters. */
    columns: { name: string; type: string }[];
    isSingleRow: boolean;
  };
  volatility: 'volatile' | 'stable' | 'immutable';
  isVariadic: boolean;
  settings: string[];
}

export interface ComputedField {
  name: string;
  routine: RelationName;
  type: string;
  isJson: boolean;
}

export interface SchemaCache {
  relations: Map<string, Relation>;
  relationships: Map<string, Relationship[]>;
  routines: Map<string, Routine[]>;
  computedFields: Map<string, Map<string, ComputedField>>;
  /** Every name a cast may use, to the quoted name that stands in SQL. */
  types: Map<string, string>;
  timezones: Set<string>;
  roleSettings: Map<string, Map<string, string>>;
  schemaDescriptions: Map<string, string>;
  /** Whether the database can write rows as GeoJSON (PostGIS). */
  hasGeoJson: boolean;
}

/** The key of a relation or a function. A zero byte cannot occur in a name, so no two names share a key. */
export function keyOf(name: RelationName): string {
  return `${name.schema}\u0000${name.name}`;
}
