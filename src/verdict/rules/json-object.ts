export { isJsonObject, type JsonObject, ownField } from '../../json/json-object.ts';
