// Languages by the models' labels: codes such as "en", any other text, or nothing.

const EXAMPLES = {
  en: 'A rich woman and the famous actress live in Munich.',
  de: 'Eine reiche Frau und die berühmte Schauspielerin wohnen in München.',
  fr: 'Une femme riche et la célèbre actrice habitent à Munich.',
  es: 'Una mujer rica y la famosa actriz viven en Múnich.',
};

export const exampleOf = (language) => EXAMPLES[language?.slice(0, 2)] ?? EXAMPLES.en;

/** Returns "German" for "de"; a label that is no code unchanged; undefined for none. */
export function languageName(label) {
  if (!label) return undefined;
  try {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return names.of(label) ?? label;
  } catch {
    return label;
  }
}

/** Returns a model of `models` for the opposite direction, or undefined. */
export function otherDirection(model, models) {
  const { source_language: source, target_language: target } = model;
  if (!source || !target) return undefined;
  return models.find((other) => (
    other.source_language === target && other.target_language === source
  ));
}
