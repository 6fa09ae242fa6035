interface CheckFieldProps {
  readonly path: string;
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly issues: readonly string[];
}

/** A field that is on or off, with the API's issues. */
export const CheckField = ({ path, label, value, onChange, issues }: CheckFieldProps) => (
  <div className="field">
    <label className="check">
      <input
        type="checkbox"
        id={path}
        checked={value}
        aria-invalid={issues.length > 0}
        aria-describedby={issues.length > 0 ? `${path}-issues` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
    {issues.length > 0 && (
      <p id={`${path}-issues`} className="issue">
        {issues.join(' ')}
      </p>
    )}
  </div>
);
