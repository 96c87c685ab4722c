import { parseFrontMatter } from '../../formats/body/front-matter.ts'
import type { ContentRef } from '../../formats/page/types.ts'

/** Other addresses of a page, for programs that read it. */
export interface MetaLinks {
  /** The page that this one repeats. */
  readonly canonical: ContentRef | null
  /** The page in other languages or versions. */
  readonly alternates: readonly ContentRef[]
}

const maximumAlternates = 100

/**
 * Returns the `metaLinks` of imported front matter: those that are URLs. Pages in the workspace of the service from which
 * the page was exported are left out, because no reader can open them.
 */
export function metaLinksOf(frontMatter: string | null): MetaLinks {
  const { canonical, alternates } = readMetaLinks(frontMatter)
  return {
    canonical: urlReference(canonical)[0] ?? null,
    alternates: (Array.isArray(alternates) ? alternates : [])
      .slice(0, maximumAlternates)
      .flatMap(urlReference),
  }
}

interface GivenLinks {
  readonly canonical?: unknown
  readonly alternates?: unknown
}

function readMetaLinks(frontMatter: string | null): GivenLinks {
  if (!frontMatter?.includes('metaLinks')) return {}
  try {
    const { metaLinks } = Object(parseFrontMatter(frontMatter))
    return Object(metaLinks)
  } catch {
    return {}
  }
}

function urlReference(given: unknown): ContentRef[] {
  const url = typeof given === 'string' ? URL.parse(given) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.hostname !== 'app.gitbook.com' ? [{ kind: 'url', url: url.href }] : []
}
