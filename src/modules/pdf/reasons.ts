import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const pdfReasons = {
  PDF_NOT_READY: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The PDF was not ready within {seconds} seconds. The job {job} goes on making it; send the request again to wait for it.',
    remedy:
      'Send the same request again: it waits for the same job, and answers at once when the PDF is ready.',
    retryAfter: 5,
  },
  PDF_PROCESS_ENDED: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The process that rendered the PDF was ended, perhaps because the server has too little memory. Try again, and then export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Try again, then export fewer pages at once. The operator can give the server more memory.',
    retryAfter: 60,
  },
  PDF_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The PDF was not rendered within {seconds} seconds. Export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Export fewer pages at once.',
  },
  PDF_TOO_LARGE: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'Rendering the PDF exceeded the memory limit. Export a part of the space: a single page, or a page with the pages below it.',
    remedy: 'Export fewer pages at once.',
  },
} as const satisfies ReasonTable

export const { serviceUnavailable } = errorsOf(pdfReasons)
