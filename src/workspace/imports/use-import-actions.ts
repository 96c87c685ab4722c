import type { ImportRunOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { CancelImport, StartImport } from './import-operations.ts'

export interface ImportActions {
  readonly cancel: (run: ImportRunOfListFragment) => void
  /** Starts an import from the same source into the same space. */
  readonly repeat: (run: ImportRunOfListFragment) => void
}

export function useImportActions(organization: string): ImportActions {
  const cancel = useAction(CancelImport)
  const repeat = useAction(StartImport)
  const start = async ({ source, target }: ImportRunOfListFragment) => {
    const input = {
      source: { type: source.type, url: source.url },
      target: { space: target.spaceId, changeRequest: target.changeRequest?.id ?? null },
    }
    if (await repeat.run({ organization, input })) showDone(text('imports.repeated'))
  }
  return { cancel: ({ id }) => void cancel.run({ run: id }), repeat: (run) => void start(run) }
}
