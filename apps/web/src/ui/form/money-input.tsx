import { ScaledInput, type ScaledProps } from './scaled-input.tsx'

/** Input in yuan; the value is in fen. */
export const MoneyInput = ({
  placeholder = '0.00',
  ...rest
}: Omit<ScaledProps, 'digits' | 'prefix' | 'suffix' | 'padded'>) => (
  <ScaledInput {...rest} digits={2} prefix="¥" padded placeholder={placeholder} />
)
