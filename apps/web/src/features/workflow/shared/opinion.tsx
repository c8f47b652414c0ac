import { useId } from 'react'
import { Button } from '../../../ui/light.tsx'
import '../../../ui/opinion-field.css'

const picks = ['情况属实，同意', '材料不全，请补充后重新提交', '不符合申请条件', '内容有误，请核对']

interface Props {
  value: string
  isMissing: boolean
  onChange: (text: string) => void
}
/** The opinion given with a decision: typed, or picked from phrases and edited. */
export function Opinion({ value, isMissing, onChange }: Props) {
  const id = useId()
  return (
    <div className="decide-field">
      <label htmlFor={id}>意见</label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={value}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}e` : undefined}
        placeholder="同意时可不填，拒绝和退回时必填"
        onChange={(e) => onChange(e.target.value)}
      />
      {isMissing && (
        <small id={`${id}e`} className="decide-missing" role="alert">
          请填写意见
        </small>
      )}
      <div className="decide-picks no-print">
        {picks.map((pick) => (
          <Button key={pick} size="small" aria-pressed={value === pick} onClick={() => onChange(pick)}>
            {pick}
          </Button>
        ))}
      </div>
    </div>
  )
}
