import type { UploadRule } from '@portal/contract/kernel/call'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './ctx.ts'
import { fail } from './refuse.ts'

const OFFICE = new Set(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'cfb', 'odt', 'ods', 'odp'])
const IMAGES = new Set(['jpg', 'png', 'webp', 'gif', 'avif'])
const NEVER = new Set(['exe', 'elf', 'macho', 'dex', 'swf', 'class', 'lnk'])

type Kind = Exclude<UploadRule['accept'][number], 'any'>
const kindLabel: Record<Kind, string> = { image: '图片', pdf: 'PDF', office: 'Office 文档', text: '文本', zip: '压缩包', invoice: '电子发票（OFD、XML）' }

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}

/** What the bytes are, whatever the name says. */
async function judgeContent(content: Buffer): Promise<{ kind: Kind | 'other'; also?: Kind; mime: string; extension: string }> {
  const { fileTypeFromBuffer } = await import('file-type') // not needed by a start
  const type = await fileTypeFromBuffer(content)
  if (!type) {
    return isText(content) ? { kind: 'text', mime: 'text/plain; charset=utf-8', extension: 'txt' } : { kind: 'other', mime: 'application/octet-stream', extension: 'bin' }
  }
  const { ext: extension, mime } = type
  if (NEVER.has(extension)) throw fail('UNSUPPORTED', '不能上传可执行文件')
  if (IMAGES.has(extension)) return { kind: 'image', mime, extension }
  if (extension === 'pdf') return { kind: 'pdf', mime, extension }
  if (OFFICE.has(extension)) return { kind: 'office', mime, extension }
  if (extension === 'zip') return { kind: 'zip', mime, extension, ...(content.includes('OFD.xml') && { also: 'invoice' }) }
  // Kept as plain text: no browser runs what is in it.
  if (extension === 'xml' && isText(content)) return { kind: 'invoice', mime: 'text/plain; charset=utf-8', extension }
  return { kind: 'other', mime: 'application/octet-stream', extension }
}

/** Reads the parts of a multipart request within the call's limits. */
export async function readUpload(request: FastifyRequest, rule: UploadRule): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  if (!request.isMultipart()) throw fail('UNSUPPORTED', '请以文件上传的方式提交')
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const files: UploadedFile[] = []
  for await (const part of request.parts({ limits: { files: rule.maxFiles, fileSize: rule.maxBytes, fields: 50, fieldSize: 100_000 } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== rule.field) throw fail('BAD_REQUEST', `不认识的文件字段：${part.fieldname.slice(0, 50)}`)
    const content = await part.toBuffer()
    if (content.length === 0) throw fail('BAD_REQUEST', '文件内容为空')
    const { kind, also, mime, extension } = await judgeContent(content)
    if (!rule.accept.includes('any') && (kind === 'other' || !(rule.accept.includes(kind) || (also && rule.accept.includes(also))))) {
      const wanted = rule.accept.map((k) => (k === 'any' ? '任意' : kindLabel[k])).join('、')
      throw fail('UNSUPPORTED', `文件内容不符：只接受${wanted}`)
    }
    // oxlint-disable-next-line no-control-regex
    const name = part.filename.replace(/[\u0000-\u001f\u007f/\\]/g, '').slice(-200) || '未命名'
    files.push({ field: part.fieldname, name, mime, extension, content })
  }
  if (files.length === 0 && Object.keys(fields).length === 0) throw fail('BAD_REQUEST', '请选择要上传的文件')
  return { fields, files }
}
