import { StarFilled } from '@ant-design/icons'
import { Rate } from 'antd'
import { parseNumber } from '@portal/form-kit/check/types'
import type { Rule } from '@portal/form-kit/form/form'
import type { ControlProps, ShowProps } from '../control.ts'
import { readSettings } from '../settings.ts'

/** A score in words: its text or its number; null if the rule shows neither. */
function sayScore(rule: Rule, score: number): string | null {
  const { is, texts } = readSettings(rule)
  if (is('showText')) return texts('texts')[Math.ceil(score) - 1] ?? null
  return is('showScore') ? `${score} 分` : null
}
/** A score's level by the rule's two thresholds. */
function findLevel(rule: Rule, score: number): 'low' | 'middle' | 'high' {
  const { number } = readSettings(rule)
  if (score <= (number('lowThreshold') ?? 2)) return 'low'
  return score >= (number('highThreshold') ?? 4) ? 'high' : 'middle'
}

export function RateControl({ state: { rule }, id, value, onChange, onBlur, disabled }: ControlProps) {
  const { is, number } = readSettings(rule)
  const score = parseNumber(value)
  const said = Number.isNaN(score) || score === 0 ? null : sayScore(rule, score)
  const count = Math.min(Math.max(Math.floor(number('max') ?? 5), 1), 100)
  return (
    <div
      className="fv-rate"
      data-level={Number.isNaN(score) ? undefined : findLevel(rule, score)}
      onBlur={onBlur}
    >
      <Rate
        id={id}
        count={count}
        allowHalf={is('allowHalf')}
        disabled={disabled}
        value={Number.isNaN(score) ? 0 : score}
        onChange={(next) => onChange(next === 0 ? null : next)}
        character={({ index = 0 }) => <StarFilled aria-label={`${index + 1} 分`} />}
        {...{ 'aria-labelledby': `${id}-label` }}
      />
      {said && <span role="status">{said}</span>}
    </div>
  )
}

export function ShownRate({ state: { rule }, value }: ShowProps) {
  const score = parseNumber(value)
  const most = readSettings(rule).number('max') ?? 5
  const said = readSettings(rule).is('showText') ? sayScore(rule, score) : null
  return `${score} / ${most} 分${said ? `（${said}）` : ''}`
}
