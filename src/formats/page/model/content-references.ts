import type { ContentRef, ContentRefFile, ImageRef } from '../types.ts'

/** An id as a path segment. A path with any other segment is an ordinary URL. */
const id = '([A-Za-z0-9._~%-]+)'

const canonicalForms: [pattern: RegExp, reference: (first: string, second: string) => ContentRef][] = [
  [new RegExp(`^/pages/${id}$`), (page) => ({ kind: 'page', page })],
  [new RegExp(`^/files/${id}$`), (file) => ({ kind: 'file', file })],
  [new RegExp(`^/spaces/${id}$`), (space) => ({ kind: 'space', space })],
  [new RegExp(`^/spaces/${id}/pages/${id}$`), (space, page) => ({ kind: 'page', page, space })],
  [new RegExp(`^/users/${id}$`), (user) => ({ kind: 'user', user })],
  [new RegExp(`^/collections/${id}$`), (collection) => ({ kind: 'collection', collection })],
  [new RegExp(`^/openapi/${id}$`), (spec) => ({ kind: 'openapi', spec })],
  [
    new RegExp(`^/reusable-contents/${id}$`),
    (reusableContent) => ({ kind: 'reusable-content', reusableContent }),
  ],
  [
    new RegExp(`^/spaces/${id}/reusable-contents/${id}$`),
    (space, reusableContent) => ({ kind: 'reusable-content', reusableContent, space }),
  ],
]

/**
 * Parses the URL of a link in a stored body. Any URL that is not in a canonical form gives a reference of kind
 * `url`.
 */
export function parseContentRef(url: string): ContentRef {
  const hash = url.indexOf('#')
  if (hash < 0) return canonicalReference(url) ?? { kind: 'url', url }
  const target = hash === 0 ? undefined : canonicalReference(url.slice(0, hash))
  if (target?.kind === 'file') return withFragment(target, url.slice(hash + 1))
  const anchor = decode(url.slice(hash + 1))
  if (anchor === undefined || anchor === '') return { kind: 'url', url }
  if (hash === 0) return { kind: 'anchor', anchor }
  if (target?.kind === 'page') return { ...target, kind: 'anchor', anchor }
  if (target?.kind === 'space') return { ...target, kind: 'anchor', anchor }
  return { kind: 'url', url }
}

const withFragment = (ref: ContentRefFile, text: string): ContentRefFile =>
  text === '' ? ref : { ...ref, fragment: decode(text) ?? text }

function canonicalReference(path: string): ContentRef | undefined {
  for (const [pattern, reference] of canonicalForms) {
    const match = pattern.exec(path)
    const first = match && decode(match[1] ?? '')
    const second = match && decode(match[2] ?? '')
    if (first && second !== undefined && second !== null) return reference(first, second)
  }
  return undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns whether a URL is relative, and not only an anchor. */
export const isRelativeUrl = (url: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(url)

/** Returns the canonical URL of a reference in Markdown. */
export function formatContentRef(ref: ContentRef): string {
  switch (ref.kind) {
    case 'url':
      return ref.url
    case 'file':
      return `/files/${encode(ref.file)}${formatFragment(ref.fragment)}`
    case 'page':
      return `${spacePrefix(ref.space)}/pages/${encode(ref.page)}`
    case 'anchor':
      return `${anchorPage(ref)}${formatFragment(ref.anchor)}`
    case 'user':
      return `/users/${encode(ref.user)}`
    case 'collection':
      return `/collections/${encode(ref.collection)}`
    case 'space':
      return `/spaces/${encode(ref.space)}`
    case 'reusable-content':
      return `${spacePrefix(ref.space)}/reusable-contents/${encode(ref.reusableContent)}`
    case 'openapi':
      return `/openapi/${encode(ref.spec)}`
  }
}

/** Returns a fragment as the end of a URL: empty if there is none. */
export const formatFragment = (fragment: string | undefined): string =>
  fragment === undefined || fragment === ''
    ? ''
    : `#${fragment.toWellFormed().replace(/[%\s\p{C}<>"]/gu, encodeURIComponent)}`

/** Returns the theme whose readers alone are shown an image, as its address says it on GitHub. */
export function themeOfImage(ref: ImageRef): 'light' | 'dark' | undefined {
  const fragment = ref.kind === 'file' ? ref.fragment : /#(.*)$/s.exec(ref.url)?.[1]
  return /^gh-(light|dark)-mode-only$/.exec(fragment ?? '')?.[1] as 'light' | 'dark' | undefined
}

function anchorPage(ref: { space?: string; page?: string }): string {
  const page = ref.page === undefined ? '' : `/pages/${encode(ref.page)}`
  return spacePrefix(ref.space) + page
}

const spacePrefix = (space: string | undefined) => (space === undefined ? '' : `/spaces/${encode(space)}`)

const encode = (segment: string) =>
  encodeURIComponent(segment).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/** Parses the URL of an image: a file of the space, or else a reference of kind `url`. */
export function parseImageRef(url: string): ImageRef {
  const ref = parseContentRef(url)
  return ref.kind === 'file' ? ref : { kind: 'url', url }
}

export const isFileReference = (ref: ContentRef): ref is ContentRefFile => ref.kind === 'file'
