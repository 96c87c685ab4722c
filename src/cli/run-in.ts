import type { AuditedOperation } from '../audit/operation-record.ts'
import { type OpenContext, openWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts'

/** Runs a command in what it opens, and closes that. */
export async function runIn<Opened extends OpenContext>(
  open: () => Promise<Opened>,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await open()
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

/** Runs a command in an organization. */
export const inWorkspace = (
  options: WorkspaceOptions,
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> => runIn(() => openWorkspace(options), work)

/** Returns the operation as which the audit log has a decision of the operator on an organization. */
export function operationOn(organizationId: string, action: string): AuditedOperation {
  const target = { type: 'Organization', id: organizationId }
  return { action, type: 'Organization', target, otherTarget: null, ids: [organizationId] }
}
