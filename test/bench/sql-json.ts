// Parts of statements that write JSON. Joining strings is faster than the JSON functions of PostgreSQL.

/** Returns the JSON of a column with a value in every row. */
export const text = (column: string): string => `to_json(${column})::text`

/** Returns the JSON of a column that may be null. */
export const nullable = (column: string): string => `coalesce(to_json(${column})::text, 'null')`

/** Returns the JSON of a number or a boolean. */
export const number = (expression: string): string => `(${expression})::text`

/** Returns the JSON of a time, as GraphQL writes it. Null for none, like the expression. */
export const date = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`

export const nullableDate = (column: string): string => `coalesce(${date(column)}, 'null')`

/** Returns a constant. */
export const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`

type Members = Readonly<Record<string, string>>

/** Returns the beginning of an object, which other members may follow. */
export const members = (values: Members): string =>
  Object.entries(values)
    .map(([name, value], index) => `'${index === 0 ? '{' : ','}"${name}":' || ${value}`)
    .join(' || ')

export const object = (values: Members): string => `${members(values)} || '}'`

/** Returns an array with an item for each row. */
export const array = (item: string, from: string): string =>
  `(SELECT coalesce('[' || string_agg(x, ',') || ']', '[]') FROM (SELECT ${item} AS x FROM ${from}) r)`

/** Returns a connection with nodes only. */
export const list = (item: string, from: string): string => `'{"nodes":' || ${array(item, from)} || '}'`

interface ConnectionOptions {
  readonly node: string
  /** The column that is the cursor. */
  readonly id: string
  readonly from: string
  readonly order: string
  readonly limit: number
  readonly isCounted?: boolean
}

/** Returns a connection, with its total counted in the same pass unless it is not asked for. */
export function connection({ node, id, from, order, limit, isCounted = true }: ConnectionOptions): string {
  const total = isCounted ? `"totalCount":' || max(total) || ',` : ''
  const info = `"pageInfo":{"hasNextPage":' || (max(total) > ${limit})::text || ',"endCursor":"' || (array_agg(cursor))[count(*)] || '"}`
  const empty = `{${isCounted ? '"totalCount":0,' : ''}"pageInfo":{"hasNextPage":false,"endCursor":null},"nodes":[]}`
  return `(SELECT coalesce('{${total}${info},"nodes":[' || string_agg(x, ',') || ']}', '${empty}')
    FROM (SELECT ${node} AS x, ${id} AS cursor, count(*) OVER () AS total FROM ${from} ORDER BY ${order} LIMIT ${limit}) r)`
}

/** Returns a statement for the response to a query of one field. */
export const response = (field: string, value: string, from: string): string =>
  `SELECT '{"data":{"${field}":' || coalesce((SELECT ${value} FROM ${from}), 'null') || '}}'`
