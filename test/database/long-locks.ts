import { parseSync } from 'libpg-query'

// biome-ignore lint/suspicious/noExplicitAny: trees of PostgreSQL's parser
type Tree = any

/** The tables that grow with content, requests and time. */
export const largeTables: ReadonlySet<string> = new Set([
  'AuditEvent',
  'Blob',
  'ChangeRequest',
  'Comment',
  'CommentReaction',
  'CommentReply',
  'ContentPermission',
  'Document',
  'DocumentLink',
  'Event',
  'ExpressionSearch',
  'ComputedSearch',
  'FileVersion',
  'GitEntry',
  'Job',
  'KeptAnswer',
  'LinkTarget',
  'Notification',
  'PageLink',
  'PageVersion',
  'ReusableContentVersion',
  'Revision',
  'SearchPage',
  'SearchSection',
  'SearchWord',
  'SiteEventCount',
  'SiteRedirect',
  'SpaceReference',
  'WebhookDelivery',
])

const scans = 'reads the whole table while nobody can write it'
const rewrites = 'writes the whole table anew while nobody can read it'

/** Returns what a migration does that holds a lock on a large table for long, with what to do instead. */
export function longLocksOf(sql: string): string[] {
  const statements: Tree[] = (parseSync(sql).stmts ?? []).map(({ stmt }: Tree) => Object.entries(stmt)[0])
  const made = new Set(
    statements.flatMap(([kind, tree]) => (kind === 'CreateStmt' ? [tree.relation.relname] : [])),
  )
  const isLarge = (relation: Tree) => largeTables.has(relation?.relname) && !made.has(relation.relname)
  const added = new Set(
    statements.flatMap(([, tree]) =>
      (tree.cmds ?? []).map(({ AlterTableCmd: { def } }: Tree) => def?.Constraint?.conname),
    ),
  )
  return statements.flatMap(([kind, tree]): string[] => {
    if (kind === 'RenameStmt' || !isLarge(tree.relation)) return []
    const { relname } = tree.relation
    if (kind === 'AlterTableStmt')
      return tree.cmds.flatMap(({ AlterTableCmd }: Tree) =>
        faultOfChange(AlterTableCmd, added).map((fault) => `${relname}: ${fault}`),
      )
    const fault = faultOfStatement(kind, tree)
    return fault ? [`${relname}: ${fault}`] : []
  })
}

function faultOfStatement(kind: string, tree: Tree): string | undefined {
  if (kind === 'IndexStmt' && !tree.concurrent)
    return `an index ${scans}; build it with CREATE INDEX CONCURRENTLY, in a migration of its own`
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt')
    return 'one statement changes all rows and keeps their locks; change them in batches, by a job'
  if (kind === 'LockStmt' || kind === 'ClusterStmt') return rewrites
  return undefined
}

function faultOfChange({ subtype, def, name }: Tree, added: ReadonlySet<string>): string[] {
  if (subtype === 'AT_AlterColumnType')
    return [`another type of a column ${rewrites}; add a column, and fill it by a job`]
  if (subtype === 'AT_SetNotNull')
    return [
      `NOT NULL ${scans}; add a CHECK that is NOT VALID, validate it in the next migration, and set NOT NULL after that`,
    ]
  if (subtype === 'AT_ValidateConstraint' && added.has(name))
    return [
      'a constraint is validated with the lock with which it was added; validate it in the next migration',
    ]
  if (subtype === 'AT_AddColumn') return faultOfColumn(def.ColumnDef)
  if (subtype === 'AT_AddConstraint') return faultOfConstraint(def.Constraint)
  return []
}

const isConstant = ({ A_Const, TypeCast, SQLValueFunction, A_ArrayExpr }: Tree): boolean =>
  A_Const !== undefined ||
  SQLValueFunction !== undefined ||
  (A_ArrayExpr !== undefined && (A_ArrayExpr.elements ?? []).every(isConstant)) ||
  (TypeCast !== undefined && isConstant(TypeCast.arg))

function faultOfColumn({ constraints = [] }: Tree): string[] {
  return constraints.flatMap(({ Constraint: constraint }: Tree) => {
    const { contype, raw_expr: value } = constraint
    if (contype === 'CONSTR_DEFAULT' && !isConstant(value))
      return [
        `a default that is computed for each row ${rewrites}; add the column without it, and fill it by a job`,
      ]
    if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY')
      return [`a column that is computed ${rewrites}; fill it by a job`]
    return faultOfConstraint(constraint)
  })
}

function faultOfConstraint({ contype, skip_validation: isNotValid, indexname }: Tree): string[] {
  if (['CONSTR_FOREIGN', 'CONSTR_CHECK'].includes(contype) && !isNotValid)
    return [`a constraint ${scans}; add it as NOT VALID, and validate it in the next migration`]
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype) && !indexname)
    return [`a key ${scans}; build its index concurrently, and add it USING INDEX`]
  return []
}
