import { Editor as Tiptap } from '@tiptap/core'
import { fileCalls } from '@portal/contract/file/file'
import { useEffect, useEffectEvent, useId, useRef, useState, type CSSProperties } from 'react'
import { asFailure } from '../../lib/failure.ts'
import { send } from '../../lib/send.ts'
import { useHolds } from '../../lib/session.ts'
import { say } from '../../lib/tell.ts'
import { useOnItsWay } from '../form/on-its-way.ts'
import { extensions } from './extensions.ts'
import { cleanPasted, listPictures } from './paste.ts'
import type { RichTextProps } from './rich-text.tsx'
import { Toolbar } from './toolbar.tsx'
import './prose.css'
import './rich-text.css'

const measureSize = (editor: Tiptap) => ({
  words: editor.getText({ blockSeparator: '' }).replace(/\s/g, '').length,
  empty: editor.isEmpty,
})
const { access } = fileCalls.picture
const pictureRights = typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
const makeHtml = (editor: Tiptap): string => (editor.isEmpty ? '' : editor.getHTML())

/** Uploads pictures and inserts each at the cursor. `count` counts those under way. */
async function insert(editor: Tiptap, files: readonly File[], count: (step: 1 | -1) => void): Promise<void> {
  for (const file of files) {
    count(1)
    try {
      const { url, width, height } = await send(fileCalls.picture, { files: [file], quiet: true })
      if (!editor.isDestroyed)
        editor
          .chain()
          .focus()
          .setImage({ src: url, width, height, alt: file.name.replace(/\.[^.]*$/, '') })
          .run()
    } catch (error) {
      say('error', `“${file.name}”上传失败：${asFailure(error).message}`)
    } finally {
      count(-1)
    }
  }
}

export default function Editor({
  id,
  value,
  onChange,
  label,
  disabled = false,
  placeholder = '',
  maxWords,
  pictures = true,
  rows = 10,
  ...aria
}: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Tiptap | null>(null)
  const [size, setSize] = useState({ words: 0, empty: true })
  const [sending, setSending] = useState(0)
  const wait = useOnItsWay('图片还在上传，请稍候再提交')
  const count = (step: 1 | -1) => {
    setSending((n) => n + step)
    wait(step)
  }
  const mayUpload = useHolds(pictureRights)
  const mayAddPictures = pictures && mayUpload
  const without = pictures ? '您没有上传图片的权限' : '此处不能插入图片'
  const given = useRef(value ?? '') // the value last exchanged with the form
  const help = useId()

  const changed = useEffectEvent((of: Tiptap) => {
    given.current = makeHtml(of)
    setSize(measureSize(of))
    onChange?.(given.current)
  })

  const sayLost = useEffectEvent((lost: number) =>
    say(
      'info',
      `有 ${lost} 张图片没有随文字粘贴过来${mayAddPictures ? '，请用“插入图片”上传' : `，${without}`}`,
    ),
  )
  // A user who may not upload pictures is told before any upload starts.
  const addPictures = useEffectEvent((to: Tiptap, files: readonly File[]) =>
    mayAddPictures ? void insert(to, files, count) : say('info', `${without}，请只填写文字`),
  )

  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = new Tiptap({
      element,
      extensions,
      content: given.current,
      injectCSS: false, // the style sheet beside this file replaces it
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true' },
        transformPastedHTML(html) {
          const { html: clean, lost } = cleanPasted(html, location.origin)
          if (lost) sayLost(lost)
          return clean
        },
        handlePaste(_, event) {
          const files = listPictures(event.clipboardData)
          if (files.length) addPictures(made, files)
          return files.length > 0
        },
        handleDrop(_, event) {
          const files = listPictures(event.dataTransfer)
          if (!files.length) return false
          event.preventDefault()
          addPictures(made, files)
          return true
        },
      },
      onUpdate: ({ editor: of }) => changed(of),
    })
    setEditor(made)
    setSize(measureSize(made))
    return () => {
      setEditor(null)
      made.destroy()
    }
  }, [])

  // The form was reset or filled from outside.
  useEffect(() => {
    if (!editor || (value ?? '') === given.current) return
    given.current = value ?? ''
    editor.commands.setContent(given.current, { emitUpdate: false })
    setSize(measureSize(editor))
  }, [editor, value])

  useEffect(() => {
    editor?.setEditable(!disabled, false)
  }, [editor, disabled])

  const { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described } = aria
  useEffect(() => {
    if (!editor) return
    const set = (name: string, to: string | undefined) =>
      to === undefined ? editor.view.dom.removeAttribute(name) : editor.view.dom.setAttribute(name, to)
    set('id', id)
    set('aria-label', label)
    set('aria-disabled', disabled ? 'true' : undefined)
    set('aria-required', required ? String(required) : undefined)
    set('aria-invalid', invalid ? String(invalid) : undefined)
    set('aria-describedby', [described, help].filter(Boolean).join(' '))
  }, [editor, id, label, disabled, required, invalid, described, help])

  return (
    <div
      className="rich"
      data-disabled={disabled || undefined}
      data-invalid={invalid ? true : undefined}
      style={{ '--rich-rows': rows } as CSSProperties}
    >
      {editor && (
        <Toolbar
          editor={editor}
          disabled={disabled}
          label={label}
          onPictures={mayAddPictures ? (files) => void insert(editor, files, count) : undefined}
        />
      )}
      <div ref={place} className="prose rich-place" data-placeholder={size.empty ? placeholder : undefined} />
      <p id={help} className="rich-foot">
        <span role="status">{sending > 0 && `正在上传 ${sending} 张图片…`}</span>
        <span data-over={(maxWords !== undefined && size.words > maxWords) || undefined}>
          {size.words}
          {maxWords !== undefined && ` / ${maxWords}`} 字
        </span>
      </p>
    </div>
  )
}
