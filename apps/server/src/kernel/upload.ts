import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { cleanFileName } from '@portal/contract/kernel/text'
import type { MultipartFile } from '@fastify/multipart'
import type { UploadRule } from '@portal/contract/kernel/call'
import type { FastifyRequest } from 'fastify'
import type { FileStore } from '../adapters/files/files.ts'
import type { UploadedFile } from './ctx.ts'
import { beginUpload, type UnderWay } from './in-progress.ts'
import { passing, throwAway } from './passing-bytes.ts'
import { fail, Refusal } from './refuse.ts'

const OFFICE = new Set(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'cfb', 'odt', 'ods', 'odp'])
const IMAGES = new Set(['jpg', 'png', 'webp', 'gif', 'avif'])
const NEVER = new Set(['exe', 'elf', 'macho', 'dex', 'swf', 'class', 'lnk'])

type Kind = Exclude<UploadRule['accept'][number], 'any'>
const kindLabel: Record<Kind, string> = {
  image: '图片',
  pdf: 'PDF',
  office: 'Office 文档',
  text: '文本',
  zip: '压缩包',
  invoice: '电子发票（OFD、XML）',
}

/**
 * Checks while bytes pass whether they are UTF-8 text: at most three bytes of an incomplete character are
 * kept from one chunk to the next.
 */
function textWatch() {
  let isText = true
  let rest: Buffer = Buffer.alloc(0)
  return {
    see(chunk: Buffer): void {
      if (!isText) return
      const all = rest.length ? Buffer.concat([rest, chunk]) : chunk
      const end = endOfCharacters(all)
      isText = !chunk.includes(0) && isUtf8(all.subarray(0, end))
      rest = Buffer.from(all.subarray(end))
    },
    isText: () => isText && rest.length === 0,
  }
}
/** The index after the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number // within the buffer
    if ((byte & 0xc0) === 0x80) continue
    const takes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return takes > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** True if the file contains the word. The file is read in chunks. */
async function says(path: string, word: string): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const all = Buffer.concat([tail, chunk])
    if (all.includes(word)) return true
    tail = all.subarray(-word.length)
  }
  return false
}

interface Content {
  kind: Kind | 'other'
  also?: Kind
  mime: string
  extension: string
}
/** The kind of a file by its bytes, not by its name. Throws UNSUPPORTED for an executable. */
async function judgeContent(path: string, isText: boolean): Promise<Content> {
  const { fileTypeFromFile } = await import('file-type') // not needed by a start
  const type = await fileTypeFromFile(path)
  if (!type) {
    return isText
      ? { kind: 'text', mime: 'text/plain; charset=utf-8', extension: 'txt' }
      : { kind: 'other', mime: 'application/octet-stream', extension: 'bin' }
  }
  const { ext: extension, mime } = type
  if (NEVER.has(extension)) throw fail('UNSUPPORTED', '不能上传可执行文件')
  if (IMAGES.has(extension)) return { kind: 'image', mime, extension }
  if (extension === 'pdf') return { kind: 'pdf', mime, extension }
  if (OFFICE.has(extension)) return { kind: 'office', mime, extension }
  if (extension === 'zip')
    return { kind: 'zip', mime, extension, ...((await says(path, 'OFD.xml')) && { also: 'invoice' }) }
  // Kept as plain text: no browser runs what is in it.
  if (extension === 'xml' && isText) return { kind: 'invoice', mime: 'text/plain; charset=utf-8', extension }
  return { kind: 'other', mime: 'application/octet-stream', extension }
}

/** Bytes of a file that are buffered between the network and the disk, two or three times. */
const PIECE = 16_384

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`

/**
 * An error while a form is read is the sender's: the form was broken off or is malformed. Errors of the
 * disk are thrown elsewhere.
 */
function asBroken(e: unknown, rule: UploadRule): unknown {
  if (e instanceof Refusal) return e
  const { code } = e as { code?: string }
  if (code === 'FST_FILES_LIMIT') return fail('TOO_LARGE', `一次最多上传 ${rule.maxFiles} 个文件`)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(rule)
  return fail('BAD_REQUEST', '上传的内容不完整或格式有误，请重新上传')
}
const tooLarge = (rule: UploadRule) => fail('TOO_LARGE', `单个文件不能超过 ${megabytes(rule.maxBytes)}`)

export interface Upload {
  fields: Record<string, unknown>
  files: UploadedFile[]
  /**
   * Call once the request has ended: deletes the files that no row has taken, and lets the next
   * upload of this person begin.
   */
  end(): Promise<void>
}

/**
 * Reads the parts of a multipart request within the call's limits, files to the disk. `who`: the person or
 * address whose uploads under way are counted. Throws a refusal beyond the limits or for a malformed form.
 */
export async function readUpload(
  request: FastifyRequest,
  rule: UploadRule,
  store: FileStore,
  who: string,
): Promise<Upload> {
  if (!request.isMultipart()) throw fail('UNSUPPORTED', '请以文件上传的方式提交')
  const files: UploadedFile[] = []
  let underWay: UnderWay | undefined
  const end = async () => {
    underWay?.end()
    await Promise.all(files.map((f) => f.received.drop()))
  }
  try {
    underWay = beginUpload(
      who,
      Math.min(rule.maxBytes * rule.maxFiles, Number(request.headers['content-length']) || 0),
    )
    const fields = await readParts(request, rule, store, files, underWay)
    if (files.length === 0 && Object.keys(fields).length === 0)
      throw fail('BAD_REQUEST', '请选择要上传的文件')
    return { fields, files, end }
  } catch (e) {
    await end()
    throwAway(request.raw)
    throw e
  }
}

async function readParts(
  request: FastifyRequest,
  rule: UploadRule,
  store: FileStore,
  files: UploadedFile[],
  underWay: UnderWay,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for await (const part of listParts(request, rule)) {
    // A part may come without a name, which the types do not say.
    const field = String(part.fieldname ?? '')
    if (part.type === 'field') {
      fields[field] = part.value
      continue
    }
    if (field !== rule.field)
      throw fail('BAD_REQUEST', `不认识的文件字段：${cleanFileName(field).slice(0, 50)}`)
    const text = textWatch()
    const received = await store.receive(
      watched(part.file, rule, (chunk) => {
        underWay.came(chunk.length)
        text.see(chunk)
      }),
    )
    const file = { field, name: cleanFileName(part.filename ?? ''), mime: '', extension: '', received }
    files.push(file)
    if (received.bytes === 0) throw fail('BAD_REQUEST', '文件内容为空')
    const { kind, also, mime, extension } = await judgeContent(received.path, text.isText())
    if (
      !rule.accept.includes('any') &&
      (kind === 'other' || !(rule.accept.includes(kind) || (also && rule.accept.includes(also))))
    ) {
      const wanted = rule.accept.map((k) => (k === 'any' ? '任意' : kindLabel[k])).join('、')
      throw fail('UNSUPPORTED', `文件内容不符：只接受${wanted}`)
    }
    Object.assign(file, { mime, extension })
  }
  return fields
}

async function* watched(
  stream: MultipartFile['file'],
  rule: UploadRule,
  see: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of passing(stream)) {
      see(chunk)
      yield chunk
    }
  } catch (e) {
    throw asBroken(e, rule)
  }
  if (stream.truncated) throw tooLarge(rule)
}

async function* listParts(request: FastifyRequest, rule: UploadRule) {
  try {
    yield* request.parts({
      fileHwm: PIECE,
      highWaterMark: PIECE,
      limits: { files: rule.maxFiles, fileSize: rule.maxBytes, fields: 50, fieldSize: 100_000 },
    })
  } catch (e) {
    throw asBroken(e, rule)
  }
}
