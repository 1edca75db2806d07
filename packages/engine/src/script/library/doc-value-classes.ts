import type { DocField, DocLookup, DocPoint } from '../doc-values.ts';
import { type JavaClass, javaClass } from './class-table.ts';

const names = ['Longs', 'Doubles', 'Booleans', 'Dates', 'Strings', 'GeoPoints'];

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

function points() {
  const point = (self: DocField): DocPoint => self.value() as DocPoint;
  return {
    'double getLat()': (self: DocField) => point(self).lat,
    'double getLon()': (self: DocField) => point(self).lon,
    'double arcDistance(double, double)': (self: DocField, lat: number, lon: number) =>
      arcDistance(point(self), lat, lon),
    'double arcDistanceWithDefault(double, double, double)': (
      self: DocField,
      lat: number,
      lon: number,
      other: number,
    ) => (self.size === 0 ? other : arcDistance(point(self), lat, lon)),
    'double planeDistance(double, double)': (self: DocField, lat: number, lon: number) =>
      planeDistance(point(self), lat, lon),
  };
}

const EARTH_M = 6_371_008.7714;

/** In metres, on a sphere (Lucene's `SloppyMath.haversinMeters`). */
function arcDistance({ lat, lon }: DocPoint, toLat: number, toLon: number): number {
  const half = (value: number): number => Math.sin((value * Math.PI) / 360) ** 2;
  const chord =
    half(lat - toLat) +
    Math.cos((lat * Math.PI) / 180) * Math.cos((toLat * Math.PI) / 180) * half(lon - toLon);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** `GeoUtils.planeDistance`: in metres, as if the earth were flat around it. */
function planeDistance({ lat, lon }: DocPoint, toLat: number, toLon: number): number {
  const x = ((toLon - lon) * Math.PI * Math.cos(((lat + toLat) / 2) * (Math.PI / 180))) / 180;
  const y = ((toLat - lat) * Math.PI) / 180;
  return Math.sqrt(x * x + y * y) * EARTH_M;
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
  members: {
    'def get(def)': (self: DocLookup, name: unknown) => self.get(name),
    'boolean containsKey(def)': (self: DocLookup, name: unknown) => self.has(name),
  },
});

export const docValueClasses: readonly JavaClass[] = [base, ...kinds, geoPoint, lookup];
