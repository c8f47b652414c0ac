import { makeAddress, type Call, type UploadRule } from '@portal/contract/kernel/call'
import type { LightMyRequestResponse } from 'fastify'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { App } from '../app.ts'
import { makeSample } from './sample.ts'
import { workbook } from './sheets.ts'

export interface SentFile {
  name: string
  content: Buffer
  /** A field name other than the call's own. */
  field?: string
}
/** One request of a walk over the whole contract. */
export interface Attempt {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Sent as it is, in place of a body. */
  payload?: string
  files?: readonly SentFile[]
}

export const sampleArguments = (call: Call) => ({
  params: makeSample(call.params),
  query: makeSample(call.query),
  body: makeSample(call.body),
})

const BOUNDARY = 'portal-walk'
/** A form as a browser sends it, as a stream: large files are not copied into one buffer. */
function findForm(call: { upload: UploadRule }, body: unknown, files: readonly SentFile[]): Readable {
  const parts: Buffer[] = []
  const part = (about: string, content: Buffer) =>
    parts.push(
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${about}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    )
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    part(`name="${name}"`, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))
  for (const { field = call.upload.field, name, content } of files)
    part(`name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream`, content)
  return Readable.from([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)], { objectMode: false })
}

const isUpload = (call: Call): call is Call & { upload: UploadRule } => call.upload !== undefined

/** Makes one call. `remoteAddress`: where it comes from, for tests of limits by address. */
export async function inject(
  app: App,
  call: Call,
  attempt: Attempt,
  token?: string,
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> {
  const { method } = call
  const request = { method, url: makeAddress(call, attempt), remoteAddress }
  const authorization = token && { authorization: token }
  if (method === 'GET') return app.inject({ ...request, headers: { ...authorization } })
  if (isUpload(call) && attempt.payload === undefined) {
    const payload = findForm(call, attempt.body, attempt.files ?? (await soundFiles(call.upload)))
    return app.inject({
      ...request,
      headers: { ...authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload,
    })
  }
  return app.inject({
    ...request,
    headers: { ...authorization, 'content-type': 'application/json' },
    payload: attempt.payload ?? JSON.stringify(attempt.body ?? {}),
  })
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const made = new Map<string, Promise<SentFile>>()
async function soundFile(kind: UploadRule['accept'][number] | undefined): Promise<SentFile> {
  switch (kind) {
    case 'image':
      return {
        name: '照片.png',
        content: await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
          .png()
          .toBuffer(),
      }
    case 'pdf':
      return { name: '材料.pdf', content: PDF }
    default:
      return { name: '名单.xlsx', content: await workbook([['名称'], ['样例']]) }
  }
}
/** One file of the first kind that the call accepts. */
export async function soundFiles({ accept: [kind = 'any'] }: UploadRule): Promise<SentFile[]> {
  let file = made.get(kind)
  if (!file) made.set(kind, (file = soundFile(kind)))
  return [await file]
}
