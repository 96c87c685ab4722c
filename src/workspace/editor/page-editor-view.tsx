import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { Frame } from '../app/frame.tsx'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Loading } from '../parts/waiting.tsx'
import type { OpenChoice } from './block-completion.ts'
import { DraftOffer } from './draft-offer.tsx'
import styles from './editor.module.css'
import { startLink } from './link-completion.ts'
import { type LinkTarget, readLinkTargets } from './link-targets.ts'
import type { PageBase } from './page-content.ts'
import { PageDetailFields } from './page-details.tsx'
import type { PagePlace } from './page-requests.ts'
import { insertFiles } from './paste.ts'
import { Preview } from './preview.tsx'
import { useRenderedDraft } from './rendered-draft.ts'
import { SaveFault, SaveStatus } from './save-status.tsx'
import { TextArea } from './text-area.tsx'
import { TextToolbar } from './toolbar.tsx'
import { usePageEditor } from './use-page-editor.ts'
import { useShown, ViewChoice } from './view-choice.tsx'
import { WordCount } from './word-count.tsx'

const ConflictPanel = lazy(async () => ({ default: (await import('./conflict-panel.tsx')).ConflictPanel }))
const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

interface Props {
  readonly frame: Pick<ComponentProps<typeof Frame>, 'viewer' | 'organization' | 'title' | 'breadcrumbs'>
  readonly place: PagePlace
  readonly base: PageBase
  /** The path of the page itself. */
  readonly back: string
}

/** What opens the completion of a block that refers to something. */
const openings = {
  page: { before: '{% content-ref url="', after: '" %}' },
  reusable: { before: '{% include "', after: '" %}' },
} as const

export function PageEditorView({ frame, place, base, back }: Props) {
  const editor = usePageEditor(place, base)
  const picker = useRef<HTMLInputElement>(null)
  const readTargets = useLinkTargets(place)
  const leave = useGo()
  const openChoice: OpenChoice = useCallback((opens, view) => {
    if (opens === 'file') picker.current?.click()
    else startLink(view, openings[opens].before, openings[opens].after)
  }, [])
  const { state, view, save, draft } = editor
  const [shown, setShown] = useShown()
  const rendered = useRenderedDraft(place, view, editor.version, shown !== 'text')
  const [isHelping, setHelping] = useState(false)
  useKeys(save, () => setHelping(true))
  return (
    <Frame
      {...frame}
      actions={
        <>
          <WordCount view={view} version={editor.version} />
          <ViewChoice shown={shown} onChange={setShown} />
          <SaveStatus state={state} onSave={save} />
          <Button onPress={() => leave(back)}>{text('editor.done')}</Button>
        </>
      }
    >
      {draft && <DraftOffer draft={draft} onTake={editor.takeDraft} onDrop={editor.dropDraft} />}
      <SaveFault state={state} onSave={save} read={() => view?.state.doc.toString() ?? editor.initial} />
      {state.kind === 'conflict' && (
        <Suspense fallback={<Loading />}>
          <ConflictPanel
            conflict={state.conflict}
            onResolve={(content) => editor.resolve(state.conflict, content)}
          />
        </Suspense>
      )}
      <div className={styles.sheet} hidden={state.kind === 'conflict'} data-shown={shown}>
        <div className={styles.text} hidden={shown === 'preview'}>
          <TextToolbar
            view={view}
            onChooseFile={() => picker.current?.click()}
            onHelp={() => setHelping(true)}
          />
          <PageDetailFields editor={editor} />
          <TextArea editor={editor} place={place} openChoice={openChoice} readTargets={readTargets} />
        </div>
        {shown !== 'text' && (
          <div className={styles.preview}>
            <Preview
              rendered={rendered}
              onNavigate={leave}
              beside={shown === 'both' ? view?.scrollDOM : undefined}
            />
          </div>
        )}
      </div>
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={text('editor.tool.file')}
        onChange={({ target }) => {
          if (view) insertFiles(view, place, [...(target.files ?? [])], view.state.selection.main.head)
          target.value = ''
          view?.focus()
        }}
      />
    </Frame>
  )
}

/** Saves and helps by the keys for it, wherever the focus is. */
function useKeys(save: () => void, help: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the help is the same in each rendering.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = event.key === 's' ? save : event.key === '/' ? help : undefined
      if (!act || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [save])
}

/** Returns a function that reads what the page can lead to, once. */
function useLinkTargets(place: PagePlace): () => Promise<readonly LinkTarget[]> {
  const client = useClient()
  const targets = useRef<Promise<readonly LinkTarget[]>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the screen is made anew for another page.
  return useCallback(() => {
    targets.current ??= readLinkTargets(client, place)
    return targets.current
  }, [client])
}
