import { type ProblemTable, problemsOf } from '../../../base/problems.ts'
import type { Problem } from '../../../base/templates.ts'

/** Lines of the report of an import, by name. */
export const importLines = {
  /** Items that are skipped. */
  IMPORT_FOR_NAVIGATION: [],
  IMPORT_LINK_WITHOUT_TARGET: [],
  IMPORT_LINK_TARGET_LEFT_OUT: [],
  IMPORT_LINK_NOT_WEB: [],
  IMPORT_IMAGE_MISSING: [],
  IMPORT_IMAGE_UNUSED: [],
  IMPORT_IMAGE_UNREADABLE: [],
  IMPORT_IMAGE_FORMAT_UNKNOWN: [],
  IMPORT_IMAGE_LINKED: [],
  IMPORT_REDIRECTS_LEFT_OUT: [],
  IMPORT_FILE_MISSING: [],
  IMPORT_FOLDER_MISSING: [],
  IMPORT_NOT_LISTED: ['path'],
  IMPORT_NOT_MARKDOWN: ['extension'],
  IMPORT_NOT_CONFLUENCE: [],
  IMPORT_NOT_GOOGLE_DOCS: [],
  IMPORT_NOT_OPENAPI: ['path'],
  IMPORT_WIKI_FRAME: [],
  IMPORT_WIKI_SIDEBAR: [],
  IMPORT_PAGE_LIST: [],
  IMPORT_SHOWN_ON_PAGE: ['path'],
  IMPORT_OUTSIDE_OF_SPACE: [],
  IMPORT_FRONT_MATTER_TOO_LONG: ['maximum'],
  IMPORT_FRONT_MATTER_NOT_MAPPING: [],
  IMPORT_FRONT_MATTER_MALFORMED: ['quote'],

  /** URLs of a website that are skipped. */
  IMPORT_URL_REFUSED: ['problem'],
  IMPORT_URL_REDIRECTED_AWAY: ['address'],
  IMPORT_URL_REDIRECTED_TO_DISALLOWED: ['address'],
  IMPORT_URL_DISALLOWED: [],
  IMPORT_URL_TOO_FAR: ['maximum'],
  IMPORT_URL_DUPLICATE: ['address'],
  IMPORT_URL_NOT_HTML: ['type'],
  IMPORT_URL_WITHOUT_TYPE: [],
  IMPORT_URL_OF_PAGE: [],
  IMPORT_URL_TOO_LARGE: ['maximum'],
  IMPORT_SITE_TOO_LARGE: ['maximum'],
  IMPORT_SITE_TOO_SLOW: ['seconds'],
  IMPORT_TOO_MANY_FILES: ['maximum'],
  IMPORT_TOO_MANY_PAGES: ['maximum'],
  IMPORT_TOO_MANY_URLS: ['count'],

  /** Parts of the source that were recognized. */
  IMPORT_GENERATOR: ['generator'],
  IMPORT_GENERATOR_IN_FOLDER: ['generator', 'folder'],
  IMPORT_LAYOUT_IN_FOLDER: ['folder'],
  IMPORT_FILES_OUTSIDE: ['count', 'folder'],
  IMPORT_EDITIONS: ['folders'],
  IMPORT_BOOKS: ['count', 'folders'],
  IMPORT_LANGUAGES: ['count', 'folders'],
  IMPORT_CONTENTS: [],
  IMPORT_CONTENTS_WITHOUT_SIDEBARS: [],
  IMPORT_CONTENTS_WITHOUT_NAV: [],
  IMPORT_CONTENTS_OF_FOLDERS: [],
  /** A table of contents of which a program computes parts. */
  IMPORT_CONTENTS_IN_PART: ['problem', 'count'],
  /** The order of pages that nothing lists. */
  IMPORT_LIST_COMPUTED: ['problem'],
  IMPORT_WITHOUT_CONTENTS: ['problem'],
  IMPORT_FOLDER_WITHOUT_CONTENTS: ['folder', 'problem'],
  IMPORT_ORDER_BY_NAMES: [],
  IMPORT_ORDER_BY_POSITIONS: [],
  IMPORT_INCLUDED: ['count', 'pages'],
  IMPORT_VARIABLES: ['count'],

  /** Pages and blocks that are kept, dropped, hidden or changed. */
  IMPORT_TAG_KEPT: ['tag'],
  IMPORT_ATTRIBUTE_DROPPED: ['attribute', 'tag'],
  IMPORT_MEMBERS_KEPT: ['names'],
  IMPORT_MEMBERS_KEPT_AND_MORE: ['names', 'count'],
  IMPORT_LABEL_KEPT: ['title'],
  IMPORT_DROPPED: ['text'],
  IMPORT_DROPPED_OFTEN: ['text', 'count'],
  IMPORT_PLUGINS_DROPPED: ['names'],
  IMPORT_VARIABLE_DROPPED: ['name'],
  IMPORT_VARIABLES_TOO_LONG: ['maximum'],
  IMPORT_VARIABLES_MALFORMED: ['quote'],
  IMPORT_EXPRESSION_REPLACED: ['expression', 'text'],
  IMPORT_EXPRESSION_AS_TEXT: ['expression'],
  IMPORT_EXPRESSION_MALFORMED: ['expression'],
  IMPORT_EXPRESSION_WITHOUT_VARIABLE: ['expression', 'name'],
  IMPORT_EXPRESSION_WITHOUT_TEXT: ['expression'],
  IMPORT_CONDITION_MALFORMED: ['tag'],
  IMPORT_CONDITION_OF_PAGE: ['condition'],
  IMPORT_DRAFT: [],
  IMPORT_LINK_HEALED: ['link', 'target'],
  IMPORT_LINK_HEALED_BY_NAME: ['link'],
  IMPORT_MOVED: ['before', 'address'],
} as const satisfies ProblemTable

export type ImportLineName = keyof typeof importLines

/** A line of a report: its words in English, with the name and the values by which it is told in other languages. */
export type ImportLine = Problem & { readonly name: ImportLineName }

export const importLine = problemsOf(importLines)
