import { distanceFrom, planeDistanceFrom } from '../../mapping/geo/earth.ts';
import { geohashPoint, geohashProblem } from '../../mapping/geo/geohash.ts';
import type { DocField, DocLookup, DocPoint } from '../doc-values.ts';
import { badArgument, JavaError, nullPointer } from '../java-error.ts';
import type { ScriptInterval } from '../script-interval.ts';
import type { StoredField, StoredLookup } from '../stored-lookup.ts';
import { equalsOf, JavaArray } from '../values.ts';
import { holds, itemsOf, type Lambda } from './calls.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { partOf, unmodifiable } from './collections.ts';

const names = ['Longs', 'Doubles', 'Booleans', 'Dates', 'Strings', 'GeoPoints'];

const unsupported = (): never => {
  throw new JavaError('unsupported_operation_exception', null);
};

const refused = (): never => {
  throw unmodifiable();
};

/** What would take an element out of values of a document; `goes`: whether it would. */
function keepAll(self: DocField, goes: (item: unknown) => boolean): boolean {
  if (self.docItems().some(goes)) throw new JavaError('unsupported_operation_exception', null);
  return false;
}

const has = (items: unknown, item: unknown): boolean => itemsOf(items).some((each) => equalsOf(each, item));

/** Nothing changes the values of a document. */
const changes = {
  'boolean add(def)': refused,
  'void add(int, def)': refused,
  'def set(int, def)': refused,
  'boolean addAll(Collection)': (_: DocField, items: unknown) => {
    if (itemsOf(items).length > 0) refused();
    return false;
  },
  'boolean addAll(int, Collection)': refused,
  'void sort(Comparator)': refused,
  'void replaceAll(UnaryOperator)': refused,
  'def remove(int)': unsupported,
  'void clear()': (self: DocField) => void keepAll(self, () => true),
  'boolean removeIf(Predicate)': (self: DocField, test: Lambda) => keepAll(self, (item) => holds(test, item)),
  'boolean removeAll(Collection)': (self: DocField, items: unknown) =>
    keepAll(self, (item) => has(items, item)),
  'boolean retainAll(Collection)': (self: DocField, items: unknown) =>
    keepAll(self, (item) => !has(items, item)),
};

const base = javaClass({
  name: 'ScriptDocValues',
  fullName: 'org.opensearch.index.fielddata.ScriptDocValues',
  supers: ['List'],
  members: {
    'def getValue()': (self: DocField) => self.value(),
    'List getValues()': (self: DocField) => self.docItems(),
    'def get(int)': (self: DocField, at: number) => self.get(at),
    'int size()': (self: DocField) => self.size,
    'int getLength()': (self: DocField) => self.size,
    'boolean isEmpty()': (self: DocField) => self.size === 0,
    'List subList(int, int)': (self: DocField, from: number, to: number) => partOf(self.docItems(), from, to),
    ...changes,
  },
});

const kinds = names.map((name) =>
  javaClass({
    name: `ScriptDocValues.${name}`,
    fullName: `org.opensearch.index.fielddata.ScriptDocValues.${name}`,
    supers: ['ScriptDocValues'],
    ...(name === 'GeoPoints' ? { members: points() } : {}),
  }),
);

function sides(self: DocField, side: 'lat' | 'lon'): JavaArray {
  return new JavaArray(
    'double',
    self.docItems().map((point) => (point as DocPoint)[side]),
  );
}

function geohashDistance(from: DocPoint, hash: string | null): number {
  if (hash === null) throw nullPointer('Cannot invoke "String.isEmpty()" because "hash" is null');
  const problem = geohashProblem(hash);
  if (problem !== null) throw badArgument(problem);
  const { lat, lon } = geohashPoint(hash);
  return distanceFrom(from)(lat, lon);
}

function points() {
  const point = (self: DocField): DocPoint => self.value() as DocPoint;
  return {
    'double getLat()': (self: DocField) => point(self).lat,
    'double getLon()': (self: DocField) => point(self).lon,
    'double[] getLats()': (self: DocField) => sides(self, 'lat'),
    'double[] getLons()': (self: DocField) => sides(self, 'lon'),
    'double arcDistance(double, double)': (self: DocField, lat: number, lon: number) =>
      distanceFrom(point(self))(lat, lon),
    'double arcDistanceWithDefault(double, double, double)': (
      self: DocField,
      lat: number,
      lon: number,
      other: number,
    ) => (self.size === 0 ? other : distanceFrom(point(self))(lat, lon)),
    'double planeDistance(double, double)': (self: DocField, lat: number, lon: number) =>
      planeDistanceFrom(point(self))(lat, lon),
    'double planeDistanceWithDefault(double, double, double)': (
      self: DocField,
      lat: number,
      lon: number,
      other: number,
    ) => (self.size === 0 ? other : planeDistanceFrom(point(self))(lat, lon)),
    'double geohashDistance(String)': (self: DocField, hash: string | null) =>
      geohashDistance(point(self), hash),
    'double geohashDistanceWithDefault(String, double)': (
      self: DocField,
      hash: string | null,
      other: number,
    ) => (self.size === 0 ? other : geohashDistance(point(self), hash)),
  };
}

const geoPoint = javaClass({
  name: 'GeoPoint',
  fullName: 'org.opensearch.common.geo.GeoPoint',
  members: {
    'double getLat()': (self: DocPoint) => self.lat,
    'double getLon()': (self: DocPoint) => self.lon,
  },
});

const lookup = javaClass({
  name: 'DocLookup',
  fullName: 'java.util.Map',
  supers: ['Map'],
  members: {
    'def get(def)': (self: DocLookup, name: unknown) => self.get(name),
    'boolean containsKey(def)': (self: DocLookup, name: unknown) => self.has(name),
  },
});

const storedLookup = javaClass({
  name: 'FieldsLookup',
  fullName: 'java.util.Map',
  members: {
    'def get(def)': (self: StoredLookup, name: unknown) => self.get(name),
    'boolean containsKey(def)': (self: StoredLookup, name: unknown) => self.has(name),
    'int size()': unsupported,
    'boolean isEmpty()': unsupported,
    'Set keySet()': unsupported,
  },
});

const storedField = javaClass({
  name: 'FieldLookup',
  fullName: 'org.opensearch.search.lookup.FieldLookup',
  members: {
    'def getValue()': (self: StoredField) => self.first(),
    'List getValues()': (self: StoredField) => self.values,
    'boolean isEmpty()': (self: StoredField) => self.first() === null,
  },
});

const interval = javaClass({
  name: 'IntervalFilterScript.Interval',
  fullName: 'org.opensearch.index.query.IntervalFilterScript.Interval',
  members: {
    'int getStart()': (self: ScriptInterval) => self.start,
    'int getEnd()': (self: ScriptInterval) => self.end,
    'int getGaps()': (self: ScriptInterval) => self.gaps,
  },
});

export const docValueClasses: readonly JavaClass[] = [
  base,
  ...kinds,
  geoPoint,
  lookup,
  storedLookup,
  storedField,
  interval,
];
