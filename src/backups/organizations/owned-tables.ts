import type { RunStatement } from '../../database/rows.ts'
import { type BackupTable, quoted } from '../contents.ts'

export interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
  /** Whether the row goes with the row that it refers to. */
  readonly isOwned: boolean
  /** Whether each row refers to one. */
  readonly isRequired: boolean
  /** Whether it is only checked at the end of a transaction. */
  readonly isDeferred: boolean
}

/**
 * The tables that stay with the installation: what lets somebody in, what waits to be sent, what is encrypted with a key of the
 * installation, and what is made again.
 */
export const keptBehind: Readonly<Record<string, string>> = {
  ApiToken: 'lets users in',
  OAuthCode: 'lets users in',
  OAuthGrant: 'lets users in',
  OAuthRefreshToken: 'lets users in',
  ProviderSession: 'lets users in',
  IdentityProvider: 'has a secret of the installation, and leads back to its address',
  GroupMapping: 'of an identity provider',
  LinkedIdentity: 'of an identity provider',
  SamlRequest: 'of an identity provider',
  SamlAssertion: 'of an identity provider',
  OidcRequest: 'of an identity provider',
  UsedLogoutToken: 'of an identity provider',
  LinkInvite: 'its link leads to the address of the installation',
  EmailInvite: 'its link leads to the address of the installation',
  EmailInviteDay: 'counts what the installation sent',
  Webhook: 'has a secret of the installation, and its receiver gets what happens there',
  WebhookDelivery: 'waits to be sent',
  GitLink: 'has a token of the installation, and two spaces would push to its branch',
  GitEntry: 'of a git link',
  GitPreview: 'of a git link',
  StorageUpload: 'an upload that is not complete',
  Job: 'work of the installation',
  SearchPage: 'made again from the content',
  SearchSection: 'made again from the content',
  SearchedSpace: 'made again from the content',
  ComputedSearch: 'made again from the content',
  ExpressionSearch: 'made again from the content',
}

/** The rows of a table that belong to an organization, or that its rows refer to. */
export interface OwnedTable extends BackupTable {
  /** The condition of the rows, as SQL. */
  readonly condition: string
  /** The columns that tell of what stays behind, and are null elsewhere. */
  readonly emptied: readonly string[]
}

/** Reads all foreign keys. */
export const readReferences = (run: RunStatement): Promise<readonly Reference[]> =>
  run<Reference>(
    `SELECT c.relname::text AS "table", t.relname::text AS target, f.confdeltype = 'c' AS "isOwned",
       f.condeferrable AS "isDeferred",
       ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k(n, o)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.n ORDER BY k.o) AS columns,
       ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k(n, o)
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n ORDER BY k.o) AS "targetColumns",
       NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(f.conkey)
         AND NOT a.attnotnull) AS "isRequired"
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
     WHERE f.contype = 'f' AND c.relnamespace = current_schema()::regnamespace AND f.conparentid = 0
     ORDER BY c.relname, f.conname`,
    [],
  )

const list = (columns: readonly string[]) => `(${columns.map(quoted).join(', ')})`

/** The condition of rows that refer to rows of a table that has a condition. */
const referringTo = ({ columns, target, targetColumns }: Reference, condition: string) =>
  `${list(columns)} IN (SELECT ${targetColumns.map(quoted).join(', ')} FROM ${quoted(target)} WHERE ${condition})`

/** Returns the conditions of the rows of an organization: those that would go with it, and with what goes with it. */
function conditionsOf(references: readonly Reference[], id: string): Map<string, string> {
  const conditions = new Map([['Organization', `id = '${id}'`]])
  for (;;) {
    const found = new Map<string, Reference[]>()
    for (const reference of references) {
      const { table, target, isOwned } = reference
      if (!isOwned || conditions.has(table) || !conditions.has(target) || table in keptBehind) continue
      found.set(table, [...(found.get(table) ?? []), reference])
    }
    if (found.size === 0) return conditions
    for (const [table, leading] of found) {
      const required = leading.find(({ isRequired }) => isRequired)
      const used = required ? [required] : leading
      conditions.set(
        table,
        used
          .map((reference) => referringTo(reference, conditions.get(reference.target) as string))
          .join(' OR '),
      )
    }
  }
}

/** Adds the rows that belong to nobody, and that rows with a condition refer to, with what goes with them. */
function addShared(conditions: Map<string, string>, references: readonly Reference[]): void {
  const isLeading = ({ table, target }: Reference) =>
    conditions.has(table) && !conditions.has(target) && !(target in keptBehind)
  const leading = references.filter(isLeading)
  for (const target of new Set(leading.map((reference) => reference.target))) {
    const toTarget = leading.filter((reference) => reference.target === target)
    const values = toTarget.map(
      ({ table, columns }) =>
        `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)} WHERE (${conditions.get(table)})`,
    )
    const [first] = toTarget
    if (first) conditions.set(target, `${list(first.targetColumns)} IN (${values.join(' UNION ')})`)
  }
}

/** The columns of what stays behind, beside references to it. */
const columnsKeptBehind: Readonly<Record<string, readonly string[]>> = {
  Space: ['gitSyncRepoName', 'gitSyncProvider', 'gitSyncIntegration', 'gitSyncURL', 'gitSyncUpdatedAt'],
}

/** The columns of users that other installations get. Those of mails are decided there. */
const columnsOfUsers = ['id', 'displayName', 'email', 'photoURL', 'createdAt', 'language']

/** Returns the tables with rows of an organization, in an order in which each refers only to those before it. */
export function ownedTables(
  tables: readonly BackupTable[],
  references: readonly Reference[],
  id: string,
): OwnedTable[] {
  const conditions = conditionsOf(references, id)
  addShared(conditions, references)
  for (const reference of references)
    if (reference.target === 'Document' && reference.isOwned)
      conditions.set(reference.table, referringTo(reference, conditions.get('Document') as string))
  const owned = tables.flatMap(({ name, columns }): OwnedTable[] => {
    const condition = conditions.get(name)
    if (condition === undefined) return []
    const emptied = [
      ...references
        .filter(({ table, target }) => table === name && !conditions.has(target))
        .flatMap((reference) => reference.columns),
      ...(columnsKeptBehind[name] ?? []),
    ]
    return [{ name, columns: name === 'User' ? columnsOfUsers : columns, condition, emptied }]
  })
  return inOrder(owned, references)
}

/** The only reference that a row gets after the row that it refers to, which refers to it in turn. */
export const isSetLater = ({ table, target }: Pick<Reference, 'table' | 'target'>): boolean =>
  table === 'Organization' && target === 'Site'

/** Sorts tables so that each comes after those that it refers to. */
function inOrder(tables: readonly OwnedTable[], references: readonly Reference[]): OwnedTable[] {
  const sorted: OwnedTable[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  const isWaiting = (name: string) =>
    references.some(
      (reference) =>
        reference.table === name &&
        reference.target !== name &&
        !reference.isDeferred &&
        !isSetLater(reference) &&
        left.has(reference.target),
    )
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !isWaiting(name))
    if (free.length === 0) throw new Error(`the tables ${[...left.keys()].join(', ')} refer to each other`)
    for (const table of free) {
      left.delete(table.name)
      sorted.push(table)
    }
  }
  return sorted
}
