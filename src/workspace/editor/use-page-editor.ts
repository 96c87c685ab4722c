import type { EditorView } from '@codemirror/view'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useUnsaved } from '../app/leaving.ts'
import { whenSessionBack } from '../app/session.ts'
import { text } from '../app/texts.ts'
import { type Draft, DraftKeeper, leftDrafts, removeDraft } from './drafts.ts'
import { writeText } from './editor-view.ts'
import { isSame, type PageBase, type PageContent, type PageDetails } from './page-content.ts'
import { type PagePlace, PageRequests } from './page-requests.ts'
import { type PageConflict, PageSaver, type SaveState } from './page-saver.ts'

export interface PageEditor {
  readonly state: SaveState
  readonly details: PageDetails
  readonly setDetails: (details: Partial<PageDetails>) => void
  readonly initial: string
  /** Takes the editor of the text, once it is there. */
  readonly attach: (view: EditorView | null) => void
  readonly view: EditorView | null
  /** How often the text was changed. */
  readonly version: number
  readonly textChanged: () => void
  /** Takes whether texts are still to come, such as of files that are being uploaded. */
  readonly textPending: (isPending: boolean) => void
  readonly save: () => void
  readonly resolve: (conflict: PageConflict, content: PageContent) => void
  /** The draft of a text that was never saved. */
  readonly draft: Draft | undefined
  readonly takeDraft: () => void
  readonly dropDraft: () => void
}

/** The state of the editor, beside what React shows of it. */
interface Now {
  details: PageDetails
  view: EditorView | null
  /** The text while there is no view. */
  text: string
}

/** Keeps what is typed, and saves it. */
export function usePageEditor(place: PagePlace, initial: PageBase): PageEditor {
  const client = useClient()
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [details, setShownDetails] = useState<PageDetails>(initial.saved)
  const [version, setVersion] = useState(0)
  const [view, setView] = useState<EditorView | null>(null)
  const [isPending, setPending] = useState(false)
  const page = [place.space, place.changeRequest ?? '', place.page].join(' ')
  const { draft, setDraft } = useLeftDraft(page, initial)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the screen is made anew for another page.
  const model = useMemo(() => {
    const now: Now = { details: initial.saved, view: null, text: initial.saved.markdown }
    const keeper = new DraftKeeper(page)
    const read = (): PageContent => ({
      title: now.details.title,
      description: now.details.description,
      emoji: now.details.emoji,
      markdown: now.view?.state.doc.toString() ?? now.text,
    })
    const show = (shown: PageDetails) => {
      now.details = shown
      setShownDetails(shown)
    }
    const write = (content: PageContent) => {
      show(content)
      if (now.view) writeText(now.view, content.markdown)
      setVersion((count) => count + 1)
    }
    const requests = new PageRequests(client, place, text('editor.gone'))
    const saver = new PageSaver(initial, requests, { read, write }, (next) => {
      if (next.kind === 'saved') keeper.clear()
      setState(next)
    })
    const changed = () => {
      keeper.keep(saver.base, read())
      saver.changed()
      setVersion((count) => count + 1)
    }
    return { now, keeper, read, show, write, saver, changed }
  }, [])

  useSavingAtReturn(model.saver)
  useEffect(
    () => () => {
      model.saver.close()
      model.keeper.close()
    },
    [model],
  )
  useUnsaved(state.kind !== 'saved' || isPending)

  return {
    state,
    details,
    setDetails: (changes) => {
      model.show({ ...model.now.details, ...changes })
      model.changed()
    },
    initial: initial.saved.markdown,
    attach: useRef((next: EditorView | null) => {
      // What is being saved while the editor closes is still known.
      model.now.text = model.now.view?.state.doc.toString() ?? model.now.text
      model.now.view = next
      setView(next)
    }).current,
    view,
    version,
    textChanged: useRef(() => model.changed()).current,
    textPending: setPending,
    save: useRef(() => void model.saver.save()).current,
    resolve: (conflict, content) => void model.saver.resolve(conflict, content),
    draft,
    takeDraft: () => {
      if (!draft) return
      model.write(draft.content)
      model.saver.startFrom(draft.base)
      model.keeper.keep(draft.base, draft.content)
      setDraft(undefined)
      void removeDraft(draft.id)
    },
    dropDraft: () => {
      if (draft) void removeDraft(draft.id)
      setDraft(undefined)
    },
  }
}

/** Reads the newest draft that somebody left behind. One that has what is saved is forgotten. */
function useLeftDraft(page: string, { saved }: PageBase) {
  const [draft, setDraft] = useState<Draft>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the editor opens.
  useEffect(() => {
    void leftDrafts(page).then((drafts) => {
      const [same, other] = [
        drafts.filter(({ content }) => isSame(content, saved)),
        drafts.filter(({ content }) => !isSame(content, saved)),
      ]
      for (const { id } of same) void removeDraft(id)
      setDraft(other[0])
    })
  }, [])
  return { draft, setDraft }
}

/** Takes in what others saved when somebody comes back to the tab, and tries again when there is a network or a session. */
function useSavingAtReturn(saver: PageSaver): void {
  useEffect(() => {
    let checkedAt = Date.now()
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < 5000) return
      checkedAt = Date.now()
      void saver.check()
    }
    const online = () => void saver.save()
    const forgetSession = whenSessionBack(online)
    addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    addEventListener('online', online)
    return () => {
      forgetSession()
      removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
      removeEventListener('online', online)
    }
  }, [saver])
}
