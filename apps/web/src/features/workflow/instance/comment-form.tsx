import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { useId, useState } from 'react'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import { useComment } from '../workflow.queries.ts'
import './instance.css'

/** A comment on an instance. The typed text stays until the server has stored it. */
export function CommentForm({ instance: { id } }: { instance: InstanceDetail }) {
  const field = useId()
  const comment = useComment()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  async function send(): Promise<void> {
    setMissing(text.trim() === '')
    if (text.trim() === '') return
    try {
      await comment.run({ params: { id }, body: { text: text.trim() } })
      setText('')
      say('success', '已评论')
    } catch {
      // The call has already shown its failure.
    }
  }
  return (
    <form
      className="instance-text no-print"
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <label htmlFor={field}>评论</label>
      <textarea
        id={field}
        rows={2}
        maxLength={500}
        value={text}
        aria-invalid={isMissing || undefined}
        onChange={(e) => {
          setText(e.target.value)
          setMissing(false)
        }}
      />
      {isMissing && (
        <small className="decide-missing" role="alert">
          请填写评论
        </small>
      )}
      <Button type="submit" busy={comment.busy}>
        发表评论
      </Button>
    </form>
  )
}
