import type { Editor } from '@tiptap/core'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { addressFrom } from './address.ts'

/** Asks for the address of a link, beside the text. Not a form, because it stands inside one. */
export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const known = editor.getAttributes('link')['href'] as string | undefined
  const [typed, setTyped] = useState(known ?? '')
  const [fault, setFault] = useState<string>()
  const id = useId()
  const input = useRef<InputRef>(null)
  // The user has just asked for a link and types its address next.
  useEffect(() => input.current?.focus(), [])
  const set = () => {
    const href = addressFrom(typed)
    if (!href) return setFault('请填写网址、邮箱，或以 / 开头的本站地址')
    const { empty } = editor.state.selection
    const chain = editor.chain().focus()
    if (empty && !known)
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onDone()
  }
  return (
    <div className="rich-row">
      <label htmlFor={id}>链接地址</label>
      <Input
        id={id}
        size="small"
        ref={input}
        value={typed}
        maxLength={500}
        placeholder="https://…、邮箱，或 /osp/download"
        status={fault ? 'error' : ''}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={(e) => {
          if (e.nativeEvent.isComposing) return // the key belongs to the input method
          if (e.key === 'Escape') {
            e.stopPropagation()
            editor.commands.focus()
            onDone()
          }
          if (e.key !== 'Enter') return
          e.preventDefault() // the surrounding form must not be submitted
          set()
        }}
      />
      <Button size="small" type="primary" onClick={set}>
        加上链接
      </Button>
      {known && (
        <Button
          size="small"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          去掉链接
        </Button>
      )}
      {fault && (
        <small id={`${id}-fault`} role="alert">
          {fault}
        </small>
      )}
    </div>
  )
}

/** The alternative text of the selected picture. */
export function AltRow({ editor }: { editor: Editor }) {
  const alt = (editor.getAttributes('image')['alt'] as string | null) ?? ''
  const at = editor.state.selection.from
  const [typed, setTyped] = useState(alt)
  const shown = useRef(at)
  const id = useId()
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at // another picture was selected
    setTyped(alt)
  }, [at, alt])
  const keep = () => typed !== alt && editor.commands.updateAttributes('image', { alt: typed })
  return (
    <div className="rich-row">
      <label htmlFor={id}>图片说明</label>
      <Input
        id={id}
        size="small"
        value={typed}
        maxLength={100}
        placeholder="一句话说明图片内容，供看不到图片的人使用"
        onChange={(e) => setTyped(e.target.value)}
        onBlur={keep}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' || e.nativeEvent.isComposing) return
          e.preventDefault()
          keep()
        }}
      />
      <Button size="small" danger onClick={() => editor.chain().focus().deleteSelection().run()}>
        删除图片
      </Button>
    </div>
  )
}
