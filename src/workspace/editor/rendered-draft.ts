import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { RenderedDraftQuery } from '../../generated/workspace-operations/graphql.ts'
import { serverAddress } from '../app/addresses.ts'
import { faultOfError, type SentError } from '../app/faults.ts'
import { loadRefusals } from '../app/refusals.ts'
import { text } from '../app/texts.ts'
import type { PagePlace } from './page-requests.ts'

const RenderedDraft = graphql(`
  query RenderedDraft($space: ID!, $changeRequest: ID, $page: ID!, $markdown: String!) {
    renderedDraft(spaceId: $space, changeRequestId: $changeRequest, pageId: $page, markdown: $markdown) { html }
  }
`)

/** A text as a site shows it. */
export interface Rendered {
  readonly html: string
  /** Why the newest text could not be rendered. */
  readonly fault: string | undefined
}

const pause = 300

/**
 * Renders the text in a pause of typing, while it is shown. There is one request at a time, and the next has the newest text, so that
 * the last one wins.
 */
export function useRenderedDraft(
  place: PagePlace,
  view: EditorView | null,
  version: number,
  isShown: boolean,
): Rendered | undefined {
  const [rendered, setRendered] = useState<Rendered>()
  const running = useRef<Promise<void>>(Promise.resolve())
  const shown = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: renders again after each change.
  useEffect(() => {
    if (!view || !isShown) return
    let isNewest = true
    const render = async () => {
      await running.current
      const markdown = view.state.doc.toString()
      if (!isNewest || shown.current === markdown) return
      running.current = request(place, markdown).then((answer) => {
        shown.current = answer.fault === undefined ? markdown : undefined
        setRendered((before) => ({ html: answer.html ?? before?.html ?? '', fault: answer.fault }))
      })
    }
    const timer = setTimeout(() => void render(), rendered ? pause : 0)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [view, version, isShown])
  return rendered
}

interface Answer {
  readonly html: string | undefined
  readonly fault: string | undefined
}

/** Asks without the cache, which would keep each text that was ever rendered. */
async function request({ space, page, changeRequest }: PagePlace, markdown: string): Promise<Answer> {
  try {
    const response = await fetch(serverAddress('/graphql'), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json, application/json',
      },
      body: JSON.stringify({
        query: String(RenderedDraft),
        variables: { space, page, changeRequest, markdown },
      }),
    })
    const { data, errors } = (await response.json()) as {
      readonly data?: RenderedDraftQuery | null
      readonly errors?: readonly SentError[]
    }
    const [error] = errors ?? []
    if (!error) return { html: data?.renderedDraft?.html, fault: undefined }
    await loadRefusals()
    return { html: undefined, fault: faultOfError(error).message }
  } catch {
    return { html: undefined, fault: text('fault.offline') }
  }
}
