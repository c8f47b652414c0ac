import { useEffect, useId, useRef, useState } from 'react'
import type { UploadRule } from '@portal/contract/kernel/call'
import { asFailure } from '../../lib/failure.ts'
import { formatBytes, formatLimit } from '../../lib/format.ts'
import { passFocusOn } from '../../lib/pass-focus.ts'
import { turns } from '../../lib/turns.ts'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import { useOnItsWay } from './on-its-way.ts'

const kinds: Record<UploadRule['accept'][number], { words: string; accept: string }> = {
  image: { words: '图片（JPG、PNG、WebP、GIF）', accept: 'image/jpeg,image/png,image/webp,image/gif' },
  pdf: { words: 'PDF', accept: '.pdf' },
  office: { words: 'Word、Excel、PPT', accept: '.doc,.docx,.xls,.xlsx,.ppt,.pptx,.wps,.et' },
  text: { words: '文本（TXT、CSV）', accept: '.txt,.csv' },
  zip: { words: '压缩包（ZIP）', accept: '.zip' },
  invoice: { words: '电子发票（OFD、XML）', accept: '.ofd,.xml' },
  any: { words: '任意类型', accept: '' },
}

const groups: Record<string, string> = {
  image: '图片',
  video: '视频',
  audio: '音频',
  text: '文本',
  '.geojson': 'GeoJSON',
}
/** `.pdf,image/*` → PDF、图片 */
const nameTypes = (types: string): string =>
  types
    .split(',')
    .map((t) => groups[t.trim().replace(/\/\*$/, '')] ?? t.trim().replace(/^\./, '').toUpperCase())
    .join('、')

/** Shared by all fields: the server accepts two uploads per user at a time. */
const sending = turns(2)

interface Item<T> {
  key: number
  name: string
  size: number
  part: number
  fault?: string
  done?: T
}
interface Props<T> {
  id?: string
  /** The upload rule of the call: `deviceCalls.image.upload`. */
  rule: UploadRule
  value?: readonly T[]
  onChange?: (value: readonly T[]) => void
  /**
   * Uploads a file as soon as it is chosen; the field's value is what it resolves to. Without it the value is
   * the files themselves, sent with the form (`useSubmit`'s `args: (v) => ({ body, files: v.files })`).
   */
  upload?: (file: File, onProgress: (part: number) => void) => Promise<T>
  label?: string
  nameOf?: (one: T) => string
  /** Narrows the rule to these types, in the syntax of `accept`: `.pdf,image/*`. */
  types?: string | undefined
  /** Whether several files may be chosen at once, if the rule allows several. */
  multiple?: boolean
  disabled?: boolean
  'aria-describedby'?: string
}

/** Whether a file's name or type matches; the server checks the bytes. */
const isOfTypes = (file: Pick<File, 'name' | 'type'>, types: string): boolean =>
  types
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .some((type) =>
      type.startsWith('.')
        ? file.name.toLowerCase().endsWith(type)
        : type === file.type || (type.endsWith('/*') && file.type.startsWith(type.slice(0, -1))),
    )

/** Shows the accepted files before the choice, refuses others, and shows the progress. */
export function UploadField<T = File>({
  id,
  rule,
  value = [],
  onChange,
  upload,
  label = '选择文件',
  nameOf,
  types,
  multiple = true,
  disabled = false,
  'aria-describedby': describedBy,
}: Props<T>) {
  const [items, setItems] = useState<readonly Item<T>[]>([])
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const last = useRef(0)
  const going = useRef(0)
  const wait = useOnItsWay('文件还在上传，请稍候再提交')
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const hint = useId()
  const described = describedBy ? `${hint} ${describedBy}` : hint
  const give = (next: readonly T[]) => {
    latest.current = next
    onChange?.(next)
  }
  const change = (key: number, part: Partial<Item<T>>) =>
    setItems((all) => all.map((i) => (i.key === key ? { ...i, ...part } : i)))

  const take = (files: readonly File[]) => {
    // The browser's dialog gives one only; several can still be dropped.
    if (!multiple && files.length > 1) return setFault('请一次选择一个文件')
    const room = rule.maxFiles - latest.current.length - going.current
    setFault(files.length > room ? `最多上传 ${rule.maxFiles} 个文件` : undefined)
    for (const file of files.slice(0, Math.max(0, room))) void takeOne(file)
  }
  async function takeOne(file: File): Promise<void> {
    const key = ++last.current
    const item = { key, name: file.name, size: file.size, part: 0 }
    if (types && !isOfTypes(file, types))
      return setItems((all) => [...all, { ...item, fault: `只支持 ${nameTypes(types)}` }])
    if (file.size > rule.maxBytes)
      return setItems((all) => [...all, { ...item, fault: `超过 ${formatLimit(rule.maxBytes)}` }])
    if (!upload) return give([...latest.current, file as T])
    setItems((all) => [...all, item])
    going.current += 1
    wait(1)
    try {
      const done = await sending(() => upload(file, (part) => change(key, { part })))
      setItems((all) => all.filter((i) => i.key !== key))
      give([...latest.current, done])
    } catch (error) {
      change(key, { fault: asFailure(error).message })
    } finally {
      going.current -= 1
      wait(-1)
    }
  }
  const limits = `支持 ${types ? nameTypes(types) : rule.accept.map((a) => kinds[a].words).join('、')}，单个不超过 ${formatLimit(rule.maxBytes)}${rule.maxFiles > 1 ? `，最多 ${rule.maxFiles} 个` : ''}`
  const full = value.length + items.filter((i) => !i.fault).length >= rule.maxFiles
  return (
    <div
      className="upload"
      onDragOver={(e) => e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault()
        if (!disabled) take([...e.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        id={id}
        aria-label={id ? undefined : label}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-describedby={described}
        multiple={multiple && rule.maxFiles > 1}
        accept={types ?? rule.accept.map((a) => kinds[a].accept).join(',')}
        disabled={disabled}
        onChange={(e) => {
          take([...(e.target.files ?? [])])
          e.target.value = '' // so that choosing the same file again triggers a change
        }}
      />
      <Button
        icon="upload"
        disabled={full || disabled}
        aria-describedby={described}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <small id={hint} className="muted">
        {limits}
      </small>
      {fault && (
        <small role="alert" className="upload-fault">
          {fault}
        </small>
      )}
      <ul>
        {value.map((one, i) => {
          const name =
            nameOf?.(one) ??
            (one instanceof File ? `${one.name}（${formatBytes(one.size)}）` : `文件 ${i + 1}`)
          return (
            <li key={`${name}${i}`}>
              <Icon name="file" size={16} /> <span>{name}</span>
              <button
                type="button"
                aria-label={`移除 ${name}`}
                disabled={disabled}
                onClick={(e) => {
                  passFocusOn(e.currentTarget)
                  give(value.filter((_, at) => at !== i))
                }}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          )
        })}
        {items.map((i) => (
          <li key={i.key}>
            <Icon name="file" size={16} /> <span>{i.name}</span>
            {i.fault ? (
              <em role="alert">{i.fault}</em>
            ) : (
              <progress value={i.part} aria-label={`${i.name} 上传进度`} />
            )}
            {i.fault && (
              <button
                type="button"
                aria-label={`移除 ${i.name}`}
                onClick={(e) => {
                  passFocusOn(e.currentTarget)
                  setItems((all) => all.filter((o) => o.key !== i.key))
                }}
              >
                <Icon name="close" size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
