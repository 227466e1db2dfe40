package demo

import (
	"strconv"
	"strings"
)

// writeCounts replaces {articles} and {stocked} in the texts of the home page and
// the about page with the number of published articles and of those in stock. An
// article is a size, or a set.
func (all *content) writeCounts() {
	articles, stocked := 0, 0
	count := func(article object) {
		articles++
		if article["stock"].(int) > 0 {
			stocked++
		}
	}
	for _, product := range all.Items["products"].([]object) {
		if product["status"] != "published" {
			continue
		}
		sizes, _ := product["variations"].([]object)
		for _, size := range sizes {
			count(size)
		}
		if len(sizes) == 0 {
			count(product)
		}
	}
	records := append([]any{all.Items["index"]}, all.Items["about"].([]any)...)
	for _, record := range records {
		for _, row := range record.(map[string]any)["translations"].([]any) {
			texts := row.(map[string]any)
			language, _ := texts["languages_code"].(string)
			numbers := strings.NewReplacer("{articles}", grouped(articles, language), "{stocked}", grouped(stocked, language))
			for field, text := range texts {
				if text, ok := text.(string); ok {
					texts[field] = numbers.Replace(text)
				}
			}
		}
	}
}

// grouped returns a number below a million with a separator of thousands.
func grouped(number int, language string) string {
	digits := strconv.Itoa(number)
	if len(digits) <= 3 {
		return digits
	}
	separator := "\u00a0"
	if language == "en-US" {
		separator = ","
	}
	return digits[:len(digits)-3] + separator + digits[len(digits)-3:]
}
