import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

// Buttons, cards, tags and so on without the component library (antd). A “light” page loads without antd: the
// frames, and pages that must appear at once (home, login, errors).

interface Look {
  kind?: 'plain' | 'primary' | 'danger' | 'text'
  size?: 'small' | 'middle' | 'large'
  icon?: IconName
}
export function Button({
  kind = 'plain',
  size = 'middle',
  icon,
  busy,
  children,
  disabled,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={`btn ${rest.className ?? ''}`}
      data-kind={kind}
      data-size={size}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spin" aria-hidden /> : icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

export function ButtonLink({ kind = 'plain', size = 'middle', icon, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={`btn ${rest.className ?? ''}`} data-kind={kind} data-size={size}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Link>
  )
}

export function Card({
  title,
  extra,
  children,
  className,
  level = 2,
}: {
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
  className?: string
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={`card ${className ?? ''}`}>
      {(title || extra) && (
        <header>
          {title && <Heading>{title}</Heading>}
          {extra}
        </header>
      )}
      {children}
    </section>
  )
}

/** Grey bars in the shape of the content that loads. Screen readers get one word. */
export function Skeleton({ rows = 4, height = 16 }: { rows?: number; height?: number }) {
  return (
    <div role="status" style={{ display: 'grid', gap: 12 }}>
      <span className="sr-only">正在加载</span>
      {Array.from({ length: rows }, (_, i) => (
        <span
          key={i}
          className="bone"
          style={{ height, width: i === rows - 1 && rows > 1 ? '60%' : '100%' }}
        />
      ))}
    </div>
  )
}

/** No data: a sentence and a way on. */
export function Empty({ text = '暂无数据', children }: { text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name="box" size={40} />
      <p>{text}</p>
      {children}
    </div>
  )
}
