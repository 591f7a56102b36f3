export {
  isJsonObject as isPlainObject,
  type JsonObject as PlainObject,
  ownField as fieldOf,
} from '../../json/json-object.ts';
