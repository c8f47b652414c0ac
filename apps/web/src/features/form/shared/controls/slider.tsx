import { InputNumber, Slider } from 'antd'
import { parseNumber } from '@portal/form-kit/check/types'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { listValues } from './options.ts'

/** With more stops than this the slider would be a grey line, so none are drawn. */
const MOST_STOPS = 50

/** A slider's handle has a position before anything is chosen, so this text says that nothing is. */
const unsaid = <small className="muted">尚未选择</small>

/** A slider for one number between two bounds, or for a range. */
export function SliderControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  label,
}: ControlProps) {
  const { is, number } = readSettings(rule)
  const min = number('min') ?? 0
  const max = Math.max(number('max') ?? 100, min)
  const step = number('step') || 1
  const isUpright = is('vertical')
  const common = {
    min,
    max,
    step,
    disabled,
    onBlur,
    dots: is('showStops') && (max - min) / step <= MOST_STOPS,
    ...(isUpright && {
      orientation: 'vertical' as const,
      style: { height: Math.min(number('height') ?? 200, 800) },
    }),
  }
  if (is('range')) {
    const [from, until] = listValues(value).map(parseNumber)
    return (
      <>
        <Slider
          {...common}
          range
          value={[from ?? min, until ?? max].map((n) => (Number.isNaN(n) ? min : n))}
          onChange={onChange}
          ariaLabelForHandle={[`${label}下限`, `${label}上限`]}
        />
        {value === null && unsaid}
      </>
    )
  }
  const at = parseNumber(value)
  const slider = (
    <Slider
      {...common}
      value={Number.isNaN(at) ? min : at}
      onChange={onChange}
      ariaLabelledByForHandle={`${id}-label`}
    />
  )
  if (!is('showInput'))
    return (
      <>
        {slider}
        {value === null && unsaid}
      </>
    )
  return (
    <div className="fv-slider" data-upright={isUpright || undefined}>
      {slider}
      <InputNumber<number>
        id={id}
        aria-labelledby={`${id}-label`}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        value={Number.isNaN(at) ? null : at}
        onChange={onChange}
        onBlur={onBlur}
      />
    </div>
  )
}
