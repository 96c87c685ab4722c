import { builder } from '../../graphql/builder.ts'

export const RevisionTypeEnum = builder.enumType('RevisionType', {
  description: 'What made a revision.',
  values: {
    EDITS: { description: 'The content was edited or imported.' },
    MERGE: { description: 'A change request was merged.' },
    ROLLBACK: { description: 'The content was taken back to an earlier revision.' },
    UPDATE: { description: 'A change request took in the primary content.' },
    COMPUTED: { description: 'The content is computed from another source.' },
  } as const,
})

export const PageTypeEnum = builder.enumType('PageType', {
  description: 'What a page is.',
  values: {
    DOCUMENT: { description: 'A page with a body.' },
    GROUP: { description: 'A heading at the root of the tree, with pages below it.' },
    LINK: { description: 'A link in the tree.' },
    COMPUTED: { description: 'Stands for pages that are computed from another source.' },
  } as const,
})

export const PageKindEnum = builder.enumType('PageKind', {
  description: 'The older name of what a page is.',
  values: {
    SHEET: { description: 'A document.' },
    GROUP: { description: 'A group.' },
    LINK: { description: 'A link.' },
  } as const,
})

export const CoverSizeEnum = builder.enumType('CoverSize', {
  description: 'How large the cover of a page is.',
  values: {
    HERO: { value: 'hero', description: 'Above the text, as wide as the text.' },
    FULL: { value: 'full', description: 'As wide as the window.' },
  } as const,
})

export const LayoutWidthEnum = builder.enumType('LayoutWidth', {
  description: 'How wide the text of a page is.',
  values: {
    DEFAULT: { value: 'default', description: 'As wide as is good for reading.' },
    WIDE: { value: 'wide', description: 'As wide as there is room.' },
  } as const,
})

export const DocumentFormatEnum = builder.enumType('DocumentFormat', {
  description: 'The form a body is served in.',
  values: {
    DOCUMENT: { description: 'A tree of nodes.' },
    MARKDOWN: { description: 'Markdown.' },
  } as const,
})

export const ContentOperationEnum = builder.enumType('ContentOperation', {
  description: 'What one change of a batch does.',
  values: {
    INSERT_PAGE: { description: 'Adds a page.', extensions: { rest: 'insert_page' } },
    UPDATE_PAGE: { description: 'Changes or moves a page.', extensions: { rest: 'update_page' } },
    DELETE_PAGE: { description: 'Deletes a page with its subpages.', extensions: { rest: 'delete_page' } },
    REVERT_PAGE: {
      description: 'Makes a page what it was in a revision; brings it back if it is gone.',
      extensions: { rest: 'revert_page' },
    },
    INSERT_FILES: { description: 'Adds files.', extensions: { rest: 'insert_files' } },
    DELETE_FILE: { description: 'Deletes a file.', extensions: { rest: 'delete_file' } },
  } as const,
})

export const ChangedPageEnum = builder.enumType('ChangedPage', {
  description: 'What happened to a page.',
  values: {
    CREATED_PAGE: { description: 'It was created.', extensions: { rest: 'created_page' } },
    UPDATED_PAGE: { description: 'It was changed or moved.', extensions: { rest: 'updated_page' } },
    DELETED_PAGE: { description: 'It was deleted.', extensions: { rest: 'deleted_page' } },
  } as const,
})

const semanticChange = (description: string, rest: string) => ({ description, extensions: { rest } })

export const SemanticChangeEnum = builder.enumType('SemanticChangeType', {
  description: 'What happened to a part of the content.',
  values: {
    PAGE_CREATED: semanticChange('A page was created.', 'page_created'),
    PAGE_EDITED: semanticChange('A page was edited.', 'page_edited'),
    PAGE_DELETED: semanticChange('A page was deleted.', 'page_deleted'),
    PAGE_MOVED: semanticChange('A page was moved.', 'page_moved'),
    FILE_CREATED: semanticChange('A file was added.', 'file_created'),
    FILE_EDITED: semanticChange('A file was replaced or renamed.', 'file_edited'),
    FILE_DELETED: semanticChange('A file was deleted.', 'file_deleted'),
    REUSABLE_CONTENT_CREATED: semanticChange('A reusable content was created.', 'reusable_content_created'),
    REUSABLE_CONTENT_EDITED: semanticChange('A reusable content was edited.', 'reusable_content_edited'),
    REUSABLE_CONTENT_DELETED: semanticChange('A reusable content was deleted.', 'reusable_content_deleted'),
  } as const,
})
