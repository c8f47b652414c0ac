import { Radio } from 'antd'
import { natureWords, useNatures, type UseNature } from '@portal/contract/use-ledger/use-ledger'
import { Button } from '../../../ui/light.tsx'

interface Props {
  id?: string
  value?: UseNature | null
  onChange?: (nature: UseNature | null) => void
}
/** One of three natures of use; optional, so a choice can be cleared. */
export const NatureField = ({ id, value, onChange }: Props) => (
  <div className="nature-field">
    <Radio.Group
      id={id ?? ''}
      optionType="button"
      value={value ?? null}
      onChange={(e) => onChange?.(e.target.value as UseNature)} // one of the options below
      options={useNatures.map((nature) => ({ value: nature, label: natureWords[nature] }))}
    />
    {value && (
      <Button kind="text" size="small" aria-label="清除用途类别" onClick={() => onChange?.(null)}>
        清除
      </Button>
    )}
  </div>
)
