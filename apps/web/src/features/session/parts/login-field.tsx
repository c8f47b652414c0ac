import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icon.tsx'

interface Props {
  id: string
  label: string
  icon: IconName
  type?: 'text' | 'password'
  value: string
  fault: string | undefined
  autoComplete: string
  placeholder: string
  describedBy?: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
  /** Content inside the box … */
  children?: ReactNode
  /** … and beside it. */
  after?: ReactNode
}

export function LoginField({
  id,
  label,
  icon,
  type = 'text',
  value,
  fault,
  autoComplete,
  placeholder,
  describedBy,
  onChange,
  onBlur,
  children,
  after,
}: Props) {
  const described = [fault && `${id}-fault`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-line">
        <div className="login-box" data-fault={fault ? true : undefined}>
          <Icon name={icon} />
          <input
            id={id}
            name={id.replace('login-', '')}
            type={type}
            value={value}
            maxLength={100}
            required
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            aria-invalid={fault ? true : undefined}
            aria-describedby={described || undefined}
            onChange={(e) => onChange(e.target.value)}
            onBlur={onBlur}
          />
          {children}
        </div>
        {after}
      </div>
      {fault && (
        <small id={`${id}-fault`} role="alert">
          {fault}
        </small>
      )}
    </div>
  )
}
