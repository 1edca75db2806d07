export { ApiError, apiError, type ErrorCause, type ErrorRow, errorTable, type ErrorType } from './errors.ts';
export { commonParams, type Family, type Method, type ParamSpec, type ParamType, type Privilege, type Route } from './routes/route.ts';
export { Double, Float, type Json, type JsonMap, Long, RawJson } from './wire/json.ts';
