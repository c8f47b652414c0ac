import { useId } from 'react'
import { pointsText, sumWeights } from '@portal/contract/benefit/score'
import {
  benefitGradeWords,
  benefitItems,
  benefitItemWords,
  type SchemeRules,
} from '@portal/contract/benefit/scheme'
import { deviceDesignWords } from '@portal/contract/device/body'
import { Button, Card } from '../../../ui/light.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'

const designWords = { ...deviceDesignWords, any: '不限' }

interface Props {
  rules: SchemeRules
  was: SchemeRules
  onChange: (rules: SchemeRules) => void
  /** Undefined while nothing is changed. */
  onReset: (() => void) | undefined
}
/** Weights, quotas and grades to try out. An emptied field falls back to the scheme's value. */
export function TrialRules({ rules, was, onChange, onReset }: Props) {
  return (
    <Card
      className="benefit-params"
      title="试算参数"
      extra={
        <Button size="small" disabled={!onReset} onClick={() => onReset?.()}>
          恢复方案
        </Button>
      }
    >
      <h3>权重</h3>
      <div className="benefit-weights">
        {benefitItems.map((i) => (
          <Tried
            key={i}
            label={benefitItemWords[i]}
            digits={2}
            value={rules.weights[i]}
            onChange={(n) => onChange({ ...rules, weights: { ...rules.weights, [i]: n ?? was.weights[i] } })}
          />
        ))}
      </div>
      <p className="muted" role="status">
        五项权重合计 {pointsText(sumWeights(rules.weights))}
      </p>
      <h3>定额机时</h3>
      <div className="benefit-weights">
        {rules.quotas.map((q, at) => (
          <Tried
            key={`${q.prefix} ${q.design}`}
            label={`${q.prefix} ${designWords[q.design]}（小时）`}
            digits={0}
            value={q.hours}
            onChange={(n) =>
              onChange({
                ...rules,
                quotas: rules.quotas.map((own, i) =>
                  // A quota of 0 hours cannot be scored against, so it falls back to the scheme's hours.
                  i === at ? { ...own, hours: n || (was.quotas[at]?.hours ?? own.hours) } : own,
                ),
              })
            }
          />
        ))}
      </div>
      <h3>等级下限</h3>
      <div className="benefit-weights">
        {(['excellent', 'good', 'pass'] as const).map((g) => (
          <Tried
            key={g}
            label={benefitGradeWords[g]}
            digits={2}
            value={rules.grades[g]}
            onChange={(n) => onChange({ ...rules, grades: { ...rules.grades, [g]: n ?? was.grades[g] } })}
          />
        ))}
      </div>
    </Card>
  )
}

function Tried({
  label,
  ...input
}: {
  label: string
  digits: number
  value: number
  onChange: (value: number | null | undefined) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <ScaledInput id={id} {...input} />
    </div>
  )
}
