import {
  ApiError,
  type ErrorCause,
  type ErrorType,
  errorTable,
  type JsonMap,
  parseNamed,
} from '@sextant/contract';
import type { WireValue } from './remote-clusters.ts';
import { wireMap, wireText } from './wire-shapes.ts';

/** Causes of causes beyond this say nothing more. */
const causesMax = 10;

/** An error as it crosses: plain data, its details as the text of JSON. */
export function errorToWire(error: ApiError): WireValue {
  return causeToWire({ ...error.error, status: error.status }, causesMax);
}

function causeToWire(cause: ErrorCause, left: number): WireValue {
  const { type, reason, details, causedBy, status } = cause;
  return {
    type,
    reason,
    status,
    details: details === undefined ? undefined : JSON.stringify(details),
    caused_by: causedBy === undefined || left === 0 ? undefined : causeToWire(causedBy, left - 1),
  };
}

/** The error that the other side threw. A type that is not known here becomes part of the reason. */
export function errorFromWire(value: WireValue | undefined): ApiError {
  return new ApiError(causeFromWire(value, causesMax));
}

function causeFromWire(value: WireValue | undefined, left: number): ErrorCause {
  const members = wireMap(value);
  const type = wireText(members?.type);
  const reason = wireText(members?.reason);
  if (members === undefined || type === undefined || reason === undefined) {
    return {
      type: 'status_exception',
      reason: 'the other cluster answered with an error that cannot be read',
    };
  }
  const { status, caused_by: causedBy } = members;
  const details = detailsOf(wireText(members.details));
  const known = Object.hasOwn(errorTable, type);
  return {
    type: known ? (type as ErrorType) : 'status_exception',
    reason: known ? reason : `${type}: ${reason}`,
    ...(isErrorStatus(status) ? { status } : {}),
    ...(details === undefined ? {} : { details }),
    ...(causedBy === undefined || left === 0 ? {} : { causedBy: causeFromWire(causedBy, left - 1) }),
  };
}

function isErrorStatus(status: WireValue | undefined): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
}

function detailsOf(text: string | undefined): JsonMap | undefined {
  if (text === undefined) return undefined;
  try {
    const details: unknown = parseNamed(text);
    const isMap = typeof details === 'object' && details !== null && !Array.isArray(details);
    return isMap ? (details as JsonMap) : undefined;
  } catch {
    return undefined;
  }
}
